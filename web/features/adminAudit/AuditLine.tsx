import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { AuditLine_entryFragment } from '../../gql/graphql.ts';
import { account } from '#messages/account.ts';
import { audit } from '#messages/admin/audit.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { AuditChanges } from './AuditChanges.tsx';
import { AuditSubject } from './AuditSubject.tsx';
import classes from './AuditLine.module.css';

export const AuditLine_entry = graphql(`
  fragment AuditLine_entry on AuditEntry {
    id
    at
    action
    subjectType
    subject
    subjectLabel
    changes {
      fact
      kind
      before
      after
    }
    reason
    actor {
      id
      uid
      name
    }
  }
`);

/** An entry of the log, as a table row or as a card. */
export function AuditLine({ entry, as }: { entry: FragmentType<AuditLine_entryFragment>; as: 'row' | 'card' }) {
  const { data } = useFragmentData({ fragment: AuditLine_entry, from: entry });
  return as === 'row' ? <Row entry={data} /> : <AsCard entry={data} />;
}

function Row({ entry }: { entry: AuditLine_entryFragment }) {
  return (
    <tr>
      <td>
        <Instant at={entry.at} seconds />
      </td>
      <td>
        <Actor entry={entry} />
      </td>
      <td>
        <ActionText entry={entry} />
      </td>
      <td>
        <AuditChanges changes={entry.changes} />
      </td>
      <td>{entry.reason}</td>
    </tr>
  );
}

function AsCard({ entry }: { entry: AuditLine_entryFragment }) {
  return (
    <Card className={classes.card}>
      <ActionText entry={entry} />
      <AuditChanges changes={entry.changes} />
      {entry.reason && <p>{audit.because(entry.reason)}</p>}
      <p className={classes.foot}>
        <Actor entry={entry} />
        <Instant at={entry.at} seconds />
      </p>
    </Card>
  );
}

function ActionText({ entry: { action, subjectType, subject, subjectLabel } }: { entry: AuditLine_entryFragment }) {
  return (
    <>
      <span className={classes.action}>{audit.actions[action] ?? action}</span>
      <AuditSubject type={subjectType} name={subject} label={subjectLabel} />
    </>
  );
}

function Actor({ entry: { actor } }: { entry: AuditLine_entryFragment }) {
  if (!actor) return <span>{audit.server}</span>;
  return (
    <span>
      {actor.name}
      <span className={classes.uid}> {account.uid(actor.uid)}</span>
    </span>
  );
}
