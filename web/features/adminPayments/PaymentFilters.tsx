import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type Ref } from 'react';
import type { PaymentChannel, TransactionOrder, TransactionStatus, TransactionType } from '../../gql/graphql.ts';
import { paymentFilters as texts } from '#messages/admin/paymentFilters.ts';
import { payments } from '#messages/admin/payments.ts';
import { transactions } from '#messages/transactions.ts';
import { RangeFields } from '../admin/RangeFields.tsx';
import { SearchField } from '../admin/SearchField.tsx';
import { DeciderField, PayeeField } from './FilterChoices.tsx';
import classes from './PaymentFilters.module.css';
import { isNarrowed, orderOf, usualFilter, wrongRanges, type PaymentFilter } from './paymentFilter.ts';
import { SavedFilters } from './SavedFilters.tsx';

const { status, deposit, withdrawal, through } = transactions;

const statusOptions: { value: TransactionStatus | ''; label: string }[] = [
  { value: 'PENDING', label: status.PENDING },
  { value: 'APPROVED', label: status.APPROVED },
  { value: 'SUCCESS', label: status.SUCCESS },
  { value: 'FAILED', label: status.FAILED },
  { value: 'CANCELLED', label: status.CANCELLED },
  { value: 'RETURNED', label: status.RETURNED },
  { value: '', label: payments.all },
];

const typeOptions: { value: TransactionType | ''; label: string }[] = [
  { value: '', label: payments.bothTypes },
  { value: 'CREDIT', label: deposit },
  { value: 'DEBIT', label: withdrawal },
];

const orderOptions: { value: TransactionOrder; label: string }[] = [
  { value: 'NEWEST_FIRST', label: payments.newestFirst },
  { value: 'OLDEST_FIRST', label: payments.oldestFirst },
  { value: 'LARGEST_FIRST', label: payments.largestFirst },
  { value: 'SMALLEST_FIRST', label: payments.smallestFirst },
];

const channelOptions: { value: PaymentChannel | ''; label: string }[] = [
  { value: '', label: texts.any },
  { value: 'UPI', label: through.UPI },
  { value: 'BANK', label: through.BANK },
];

const statementOptions: { value: 'YES' | 'NO' | ''; label: string }[] = [
  { value: '', label: texts.any },
  { value: 'YES', label: texts.inStatement.YES },
  { value: 'NO', label: texts.inStatement.NO },
];

interface PaymentFiltersProps {
  filter: PaymentFilter;
  onChange: (changes: Partial<PaymentFilter>) => void;
  search?: Ref<HTMLInputElement>;
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: { value: Value | ''; label: string }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      data={options}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(options.find((option) => option.value === currentTarget.value)?.value || null)
      }
    />
  );
}

/** Filter and order of the list; those used less are behind a button. */
export function PaymentFilters({ filter, onChange, search }: PaymentFiltersProps) {
  const [more, setMore] = useState(isNarrowed({ ...filter, search: '' }));
  return (
    <search className={classes.filters} aria-label={payments.filters}>
      <SearchField
        label={payments.search}
        placeholder={payments.searchHint}
        value={filter.search}
        onSearch={(text) => onChange({ search: text })}
        className={classes.search}
        {...(search && { input: search })}
      />
      <Choice
        label={payments.columns.status}
        options={statusOptions}
        value={filter.status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      <Choice
        label={payments.columns.type}
        options={typeOptions}
        value={filter.transactionType}
        onChange={(transactionType) => onChange({ transactionType })}
      />
      <div className={classes.order}>
        <Choice
          label={payments.order}
          options={orderOptions}
          value={orderOf(filter)}
          onChange={(order) => onChange({ order })}
        />
      </div>
      {more && <MoreFilters filter={filter} onChange={onChange} />}
      <div className={classes.buttons}>
        <Button variant="raised" aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? texts.fewer : texts.more}
        </Button>
        <SavedFilters filter={filter} onChoose={onChange} />
        {isNarrowed(filter) && (
          <Button variant="subtle" onClick={() => onChange(usualFilter)}>
            {texts.clear}
          </Button>
        )}
      </div>
    </search>
  );
}

function MoreFilters({ filter, onChange }: PaymentFiltersProps) {
  const wrong = wrongRanges(filter);
  return (
    <>
      <RangeFields typed={filter} onChange={({ from, to }) => onChange({ from, to })} />
      <TextInput
        label={texts.min}
        inputMode="decimal"
        value={filter.min}
        error={wrong.min ? texts.amountWrong : null}
        onChange={({ currentTarget }) => onChange({ min: currentTarget.value })}
      />
      <TextInput
        label={texts.max}
        inputMode="decimal"
        value={filter.max}
        error={wrong.max ? texts.amountWrong : null}
        onChange={({ currentTarget }) => onChange({ max: currentTarget.value })}
      />
      <Choice
        label={texts.channel}
        options={channelOptions}
        value={filter.channel}
        onChange={(channel) => onChange({ channel })}
      />
      <Choice
        label={texts.inStatement.label}
        options={statementOptions}
        value={filter.inStatement}
        onChange={(inStatement) => onChange({ inStatement })}
      />
      <PayeeField value={filter.payee} onChange={(payee) => onChange({ payee })} />
      <DeciderField value={filter.decidedBy} onChange={(decidedBy) => onChange({ decidedBy })} />
    </>
  );
}
