import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import type { TicketRequests_QueryQuery } from '../../gql/graphql.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { formatDay } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { support } from '#messages/admin/support.ts';
import { transactions } from '#messages/transactions.ts';
import { paths } from '../../paths.ts';
import { Instant } from '../../ui/Instant.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Parts } from '../../ui/Parts.tsx';
import { useMay } from '../admin/useMay.ts';
import { useRoomForTable } from '../admin/useRoomForTable.ts';
import { movementOf } from '../adminPayments/movement.ts';
import { agreementText } from '../adminStatements/agreementText.ts';
import { Link } from '../navigation/Link.tsx';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './PlayerRequests.module.css';

const TicketRequests_Query = graphql(`
  query TicketRequests_Query($ticketId: ID!) {
    node(id: $ticketId) {
      id
      ... on Ticket {
        id
        handling {
          requests {
            transaction {
              id
              transactionType
              status
              amount
              reference
              payoutReference
              createdAt
            }
            lines {
              day
              amount
              state
              paysThis
              agreement {
                ...Agreement_agreement @unmask
              }
              line {
                id
                reference
              }
            }
          }
        }
      }
    }
  }
`);

/** The latest requests of a ticket's player, read again with `reload`. */
export function useRequestsOf(ticketId: string) {
  const answer = useQuery(TicketRequests_Query, { variables: { ticketId }, fetchPolicy: 'cache-and-network' });
  return { answer, reload: () => void answer.refetch().catch(() => undefined) };
}

type Handling = NonNullable<
  Extract<NonNullable<TicketRequests_QueryQuery['node']>, { __typename: 'Ticket' }>['handling']
>;
type Request = Handling['requests'][number];
type FittingLine = Request['lines'][number];

const words = support.requests;

/** What most tickets are about: the player's latest deposits and withdrawals, and the bank's lines that fit each. */
export function PlayerRequests({ requests: { answer } }: { requests: ReturnType<typeof useRequestsOf> }) {
  const beside = useRoomForTable();
  return (
    <QueryBoundary of={answer}>
      {({ node }) => {
        const requests = node?.__typename === 'Ticket' ? (node.handling?.requests ?? []) : [];
        return (
          <details className={classes.requests} open={beside}>
            <summary className={classes.summary}>{words.summary(requests.length)}</summary>
            {requests.length === 0 ? (
              <p className={classes.hint}>{words.none}</p>
            ) : (
              <ul className={classes.list} aria-label={words.title}>
                {requests.map((request) => (
                  <li key={request.transaction.id}>
                    <RequestLine request={request} />
                  </li>
                ))}
              </ul>
            )}
          </details>
        );
      }}
    </QueryBoundary>
  );
}

function RequestLine({ request: { transaction, lines } }: { request: Request }) {
  const { transactionType, status, amount, reference, payoutReference, createdAt } = transaction;
  const may = useMay();
  const mark = reference ?? payoutReference;
  const what = transactionType === 'CREDIT' ? words.deposit : words.withdrawal;
  return (
    <article className={classes.request}>
      <p className={classes.line}>
        <span>
          {what} <MoneyText amount={amount} as={movementOf(transaction)} short />
        </span>
        <span>{transactions.status[status]}</span>
      </p>
      <p className={classes.hint}>
        <Instant at={createdAt} />
        {mark !== null && (
          <>
            {', '}
            {may('TRANSACTION_READ_ALL') ? (
              <Link to={paths.admin.transactionsFor(mark)} aria-label={words.open(words.reference(mark))}>
                {words.reference(mark)}
              </Link>
            ) : (
              words.reference(mark)
            )}
          </>
        )}
      </p>
      {lines.length === 0 ? (
        <p className={classes.hint}>{words.noLine}</p>
      ) : (
        lines.map((line, place) => <BankLine key={line.line?.id ?? place} line={line} />)
      )}
    </article>
  );
}

function BankLine({ line: { day, amount, state, paysThis, agreement, line } }: { line: FittingLine }) {
  const text = words.line(
    formatMoneyShort(amount),
    formatDay(day),
    paysThis ? words.pays : statements.lines.states[state].toLowerCase(),
  );
  return (
    <p className={`${classes.bank} ${paysThis ? classes.pays : ''}`}>
      {line?.reference ? <Link to={paths.admin.statementsFor(line.reference)}>{text}</Link> : text}{' '}
      {!paysThis && (
        <span className={classes.hint}>
          <Parts>{agreementText(agreement)}</Parts>
        </span>
      )}
    </p>
  );
}
