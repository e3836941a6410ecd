import { useQuery } from '@apollo/client/react';
import { NativeSelect } from '@mantine/core';
import { graphql } from '../../gql/gql.ts';
import { paymentFilters } from '#messages/admin/paymentFilters.ts';
import { Options } from '../admin/Options.tsx';
import { useMay } from '../admin/useMay.ts';

const FilterChoices_Query = graphql(`
  query FilterChoices_Query($admins: Boolean!) {
    viewer {
      admin {
        payees {
          id
          upiId
          accountNumber
        }
        members(first: 100, userType: ADMIN) @include(if: $admins) {
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

const { any, payee, decidedBy } = paymentFilters;
const anything = { value: '', label: any };

function useChoices() {
  const mayReadAdmins = useMay()('ADMIN_READ');
  const { data } = useQuery(FilterChoices_Query, { variables: { admins: mayReadAdmins } });
  return { data, mayReadAdmins };
}

/** The account that deposits name. */
export function PayeeField({ value, onChange }: ChoiceProps) {
  const payees = useChoices().data?.viewer?.admin?.payees ?? [];
  const options = payees.map(({ id, upiId, accountNumber }) => ({ value: id, label: upiId ?? accountNumber ?? '' }));
  return <Choice label={payee} options={options} value={value} onChange={onChange} />;
}

/** The admin who decided, for those who may read the list of admins. */
export function DeciderField({ value, onChange }: ChoiceProps) {
  const { data, mayReadAdmins } = useChoices();
  if (!mayReadAdmins) return null;
  const admins = data?.viewer?.admin?.members?.edges ?? [];
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
    <NativeSelect label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <Options of={[anything, ...options, ...(missing ? [{ value, label: value }] : [])]} />
    </NativeSelect>
  );
}
