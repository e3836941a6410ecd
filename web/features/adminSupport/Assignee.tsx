import { useQuery } from '@apollo/client/react';
import { Button, NativeSelect } from '@mantine/core';
import { graphql } from '../../gql/gql.ts';
import { support } from '#messages/admin/support.ts';
import { useKeys } from '../admin/useKeys.ts';
import { useMay } from '../admin/useMay.ts';
import classes from './Assignee.module.css';
import { useAssignTicket } from './useAssignTicket.ts';

const Assignee_Query = graphql(`
  query Assignee_Query {
    viewer {
      user {
        id
      }
      admin {
        supportStaff {
          id
          name
        }
      }
    }
  }
`);

const noKeys = {};

interface AssigneeProps {
  ticketId: string;
  assignee: { readonly id: string; readonly name: string } | null;
  /** Called when the assignee is not the one that was shown. */
  onHeld: () => void;
}

/** Who has a ticket: taken with one press, passed on or released by choosing. Those who may not choose read it. */
export function Assignee({ ticketId, assignee, onHeld }: AssigneeProps) {
  const may = useMay();
  const { assign, assigning } = useAssignTicket(onHeld);
  const { data } = useQuery(Assignee_Query, { fetchPolicy: 'cache-and-network', skip: !may('TICKET_ASSIGN') });
  const own = data?.viewer?.user.id ?? null;
  const to = (assigneeId: string | null) => assign({ ticketId, assigneeId, holderId: assignee?.id ?? null });
  const take = assignee === null && own !== null ? () => void to(own) : null;
  useKeys(take === null ? noKeys : { t: take });
  if (!may('TICKET_ASSIGN')) {
    if (assignee) return <p>{support.heldBy(assignee.name)}</p>;
    // A team has it, which stands below.
    return may('TICKET_READ_ALL') ? <p>{support.heldByNobody}</p> : null;
  }
  const staff = data?.viewer?.admin?.supportStaff ?? [];
  return (
    <>
      {take !== null && (
        <Button loading={assigning} onClick={take}>
          {support.take}
        </Button>
      )}
      <NativeSelect
        className={classes.choice ?? ''}
        aria-label={support.assignee}
        value={assignee?.id ?? ''}
        disabled={assigning || own === null}
        data={[
          { value: '', label: support.nobody },
          ...staff.map(({ id, name }) => ({ value: id, label: id === own ? support.me(name) : name })),
        ]}
        onChange={({ currentTarget }) => void to(currentTarget.value || null)}
      />
    </>
  );
}
