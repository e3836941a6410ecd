import { graphql } from '../../gql/gql.ts';
import type { LogCard_logFragment } from '../../gql/graphql.ts';
import { transparency } from '#messages/transparency.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ForkNotice } from './LogFork.tsx';
import classes from './Transparency.module.css';
import { useRememberedLog } from './useRememberedLog.ts';

graphql(`
  fragment LogCard_log on PublicLog {
    origin
    size
    root
    witnesses {
      key
      name
      size
      confirmedAt
      fault
    }
  }
`);

/** The public log's newest state, whether it continues what this browser saw, and the health of its witnesses. */
export function LogCard({ log }: { log: LogCard_logFragment }) {
  const remembered = useRememberedLog();
  const text = transparency.log;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p className={classes.quiet}>{text.hint}</p>
        <ForkNotice log={remembered} />
        <Facts
          facts={[
            [text.name, log.origin],
            [text.entries, log.size],
            [text.root, log.root],
            [
              text.seen,
              remembered?.kind === 'first' || remembered?.kind === 'continued'
                ? text[remembered.kind](remembered.size)
                : null,
            ],
          ]}
        />
        {log.witnesses.length === 0 ? (
          <p className={classes.quiet}>{text.noWitnesses}</p>
        ) : (
          <List label={text.witnesses}>
            {log.witnesses.map((witness) => (
              <li key={witness.key}>
                <ListRow
                  tone={witness.fault ? 'bad' : 'good'}
                  title={witness.name}
                  hint={
                    <>
                      {witness.fault ? text.faults[witness.fault] : text.confirmed(witness.size)}{' '}
                      {witness.confirmedAt && <Instant at={witness.confirmedAt} seconds />}
                    </>
                  }
                />
              </li>
            ))}
          </List>
        )}
      </Stack>
    </Card>
  );
}
