import { useQuery } from '@apollo/client/react';
import { NativeSelect } from '@mantine/core';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';

const FilterChoices_Query = graphql(`
  query FilterChoices_Query {
    viewer {
      admin {
        payees {
          id
          upiId
          accountNumber
        }
        members(first: 100, userType: ADMIN) {
          edges {
            node {
              id
              user {
                id
                uid
                name
              }
            }
          }
        }
      }
    }
  }
`);

interface ChoiceProps {
  /** Empty: any. */
  value: string;
  onChange: (value: string) => void;
}

const { any, payee, decidedBy } = words.admin.paymentFilters;
const anything = { value: '', label: any };

/** The account that deposits name. */
export function PayeeField({ value, onChange }: ChoiceProps) {
  const payees = useQuery(FilterChoices_Query).data?.viewer?.admin?.payees ?? [];
  const options = payees.map(({ id, upiId, accountNumber }) => ({ value: id, label: upiId ?? accountNumber ?? '' }));
  return <Choice label={payee} options={options} value={value} onChange={onChange} />;
}

/** The admin who decided. */
export function DeciderField({ value, onChange }: ChoiceProps) {
  const admins = useQuery(FilterChoices_Query).data?.viewer?.admin?.members.edges ?? [];
  const options = admins.map(
    ({
      node: {
        user: { uid, name },
      },
    }) => ({ value: uid, label: `${name} (${uid})` }),
  );
  return <Choice label={decidedBy} options={options} value={value} onChange={onChange} />;
}

/** A value of the address that is no longer among the options stays what it is. */
function Choice({ label, options, value, onChange }: ChoiceProps & { label: string; options: (typeof anything)[] }) {
  const missing = value !== '' && options.every((option) => option.value !== value);
  return (
    <NativeSelect
      label={label}
      data={[anything, ...options, ...(missing ? [{ value, label: value }] : [])]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
