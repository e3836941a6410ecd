import { graphql } from '../../gql/gql.ts';
import type { SettingsCard_changeFragment } from '../../gql/graphql.ts';
import { transparency } from '#messages/transparency.ts';
import { Card } from '../../ui/Card.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { List, ListRow } from '../../ui/ListRow.tsx';
import classes from './Transparency.module.css';

graphql(`
  fragment SettingsCard_change on SettingsChange {
    at
    before {
      randomize
      profitabilityLevel
    }
    after {
      randomize
      profitabilityLevel
    }
  }
`);

type Settings = SettingsCard_changeFragment['after'];

/** When the operator changed what decides the results, in all games. */
export function SettingsCard({ changes }: { changes: readonly SettingsCard_changeFragment[] }) {
  const text = transparency.settings;
  return (
    <Card title={text.title}>
      {changes.length === 0 ? (
        <p className={classes.quiet}>{text.none}</p>
      ) : (
        <List label={text.title}>
          {changes.map(({ at, before, after }) => (
            <li key={at}>
              <ListRow title={text.changed(nameOf(before), nameOf(after))} hint={<Instant at={at} seconds />} />
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

function nameOf({ randomize, profitabilityLevel }: Settings): string {
  const { drawWith, ruleAt } = transparency.settings;
  return (randomize ? drawWith : ruleAt)(profitabilityLevel);
}
