import { NativeSelect } from '@mantine/core';
import type { StatementDateOrder } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import type { Preview } from './preview.ts';
import classes from './Statements.module.css';

const texts = words.admin.statements.file;

type Mapping = NonNullable<Preview['mapping']>;

const required = ['date', 'description'] as const;
const optional = ['reference', 'credit', 'debit', 'amount', 'side', 'balance', 'time'] as const;
const orders = Object.entries(texts.orders).map(([value, label]) => ({ value, label }));

interface MappingFieldsProps {
  headings: readonly string[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Which column of a CSV holds what. */
export function MappingFields({ headings, mapping, onChange }: MappingFieldsProps) {
  const none = { value: '', label: texts.noColumn };
  const columns = headings.map((heading) => ({ value: heading, label: heading }));
  return (
    <fieldset className={classes.mapping}>
      <legend>{texts.columns}</legend>
      {required.map((name) => (
        <NativeSelect
          key={name}
          label={texts.fields[name]}
          data={[none, ...columns]}
          value={mapping[name]}
          onChange={({ currentTarget }) => onChange({ ...mapping, [name]: currentTarget.value })}
        />
      ))}
      <NativeSelect
        label={texts.order}
        data={orders}
        value={mapping.dateOrder}
        onChange={({ currentTarget }) => onChange({ ...mapping, dateOrder: currentTarget.value as StatementDateOrder })}
      />
      {optional.map((name) => (
        <NativeSelect
          key={name}
          label={texts.fields[name]}
          data={[none, ...columns]}
          value={mapping[name] ?? ''}
          onChange={({ currentTarget }) => onChange({ ...mapping, [name]: currentTarget.value || null })}
        />
      ))}
    </fieldset>
  );
}
