import { graphql } from '../../gql/gql.ts';
import type { BooksCard_adminFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { exports } from '#messages/admin/exports.ts';
import { stats } from '#messages/admin/stats.ts';
import { ActivePill } from '../../ui/ActivePill.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './BooksCard.module.css';
import { ExportButton } from '../admin/ExportButton.tsx';
import { StatsCard } from './StatsCard.tsx';

graphql(`
  fragment BooksCard_admin on Admin {
    latestAudit {
      dueAt
      startedAt
      finishedAt
      failure
      checks {
        name
        faultCount
        faults
      }
    }
    auditHead {
      row
      hash
      count
    }
  }
`);

const { books } = stats;

type Audit = NonNullable<BooksCard_adminFragment['latestAudit']>;

/** The result of the latest nightly audit of the books, and the head of the audit log. */
export function BooksCard({ admin: { latestAudit, auditHead } }: { admin: BooksCard_adminFragment }) {
  return (
    <StatsCard title={books.title}>
      <Stack gap={12}>
        <ExportButton name="ledger" what={books.ledger} label={exports.title(books.ledger)} />
        {latestAudit ? <Result audit={latestAudit} /> : <p>{books.never}</p>}
        <Facts
          facts={[
            [books.rows, auditHead.count],
            [
              books.head,
              <span key="hash" className={classes.hash}>
                {auditHead.hash.slice(0, 16)}…
                <CopyButton
                  text={`${auditHead.row}:${auditHead.hash}`}
                  label={books.copyHead}
                  copied={books.headCopied}
                />
              </span>,
            ],
          ]}
        />
      </Stack>
    </StatsCard>
  );
}

function Result({ audit: { startedAt, finishedAt, failure, checks } }: { audit: Audit }) {
  if (failure !== null) return <Notice tone="warning">{books.failed(formatInstant(startedAt), failure)}</Notice>;
  if (finishedAt === null || checks === null) return <p>{books.running(formatInstant(startedAt))}</p>;
  const wrong = checks.filter(({ faultCount }) => faultCount > 0);
  return (
    <>
      <p className={classes.result}>
        <ActivePill active={wrong.length === 0}>{wrong.length === 0 ? books.inOrder : books.notInOrder}</ActivePill>
        {books.audited(checks.length, formatInstant(finishedAt))}
      </p>
      {wrong.map(({ name, faultCount, faults }) => (
        <Notice key={name} tone="warning">
          <p>{books.fault(name, faultCount)}</p>
          {faults.slice(0, 3).map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </Notice>
      ))}
    </>
  );
}
