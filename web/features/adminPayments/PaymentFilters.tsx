import { NativeSelect } from '@mantine/core';
import type { TransactionStatus, TransactionType } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { SearchField } from '../admin/SearchField.tsx';
import classes from './PaymentFilters.module.css';
import type { PaymentFilter } from './paymentFilter.ts';

const payments = words.admin.payments;
const { status, deposit, withdrawal } = words.transactions;

const statusOptions: { value: TransactionStatus | ''; label: string }[] = [
  { value: 'PENDING', label: status.PENDING },
  { value: 'SUCCESS', label: status.SUCCESS },
  { value: 'FAILED', label: status.FAILED },
  { value: 'CANCELLED', label: status.CANCELLED },
  { value: '', label: payments.all },
];

const typeOptions: { value: TransactionType | ''; label: string }[] = [
  { value: '', label: payments.bothTypes },
  { value: 'CREDIT', label: deposit },
  { value: 'DEBIT', label: withdrawal },
];

const orderOptions = [
  { value: 'newest', label: payments.newestFirst },
  { value: 'oldest', label: payments.oldestFirst },
];

/** Filter and order of the list. */
export function PaymentFilters({
  filter,
  onChange,
}: {
  filter: PaymentFilter;
  onChange: (changes: Partial<PaymentFilter>) => void;
}) {
  return (
    <search className={classes.filters} aria-label={payments.filters}>
      <SearchField
        label={payments.search}
        placeholder={payments.searchHint}
        value={filter.search}
        onSearch={(search) => onChange({ search })}
        className={classes.search}
      />
      <NativeSelect
        label={payments.columns.status}
        data={statusOptions}
        value={filter.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: statusOptions.find((option) => option.value === value)?.value || null })
        }
      />
      <NativeSelect
        label={payments.columns.type}
        data={typeOptions}
        value={filter.transactionType ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ transactionType: typeOptions.find((option) => option.value === value)?.value || null })
        }
      />
      <NativeSelect
        label={payments.order}
        data={orderOptions}
        value={filter.oldestFirst ? 'oldest' : 'newest'}
        onChange={({ currentTarget: { value } }) => onChange({ oldestFirst: value === 'oldest' })}
      />
    </search>
  );
}
