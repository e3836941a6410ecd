import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { signals as signalsWords } from '#messages/admin/signals.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Link } from '../navigation/Link.tsx';
import { hasFailed, QueryFailure } from '../shell/QueryBoundary.tsx';
import { evidenceSentences } from './evidence.ts';

const PlayerSignals_Query = graphql(`
  query PlayerSignals_Query($uid: String!) {
    viewer {
      admin {
        signals(state: OPEN, uid: $uid) {
          ...SignalFacts_signal @unmask
        }
      }
    }
  }
`);

const { kinds, ofPlayer } = signalsWords;
const MOST = 3;

/** The open signals about a player, the most likely ones in a sentence each. Nothing without any, and while they load. */
export function PlayerSignals({ uid }: { uid: string }) {
  const answer = useQuery(PlayerSignals_Query, { variables: { uid }, fetchPolicy: 'cache-and-network' });
  if (hasFailed(answer)) return <QueryFailure of={answer} />;
  const signals = answer.data?.viewer?.admin?.signals ?? [];
  if (signals.length === 0) return null;
  return (
    <Notice tone="attention">
      <strong>{ofPlayer.title(signals.length)}</strong>
      {signals.slice(0, MOST).map((signal) => (
        <p key={signal.id}>
          {kinds[signal.kind]}: {evidenceSentences(signal)[0]}
        </p>
      ))}
      <Link to={paths.admin.signalsOf(uid)}>{ofPlayer.open}</Link>
    </Notice>
  );
}
