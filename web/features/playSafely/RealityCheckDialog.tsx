import { useQuery } from '@apollo/client/react';
import { graphql } from '../../gql/gql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { realityCheck } from '#messages/realityCheck.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { LinkButton } from '../shell/LinkButton.tsx';
import { netOf } from './net.ts';
import { useAnswerRealityCheck } from './useAnswerRealityCheck.ts';

const RealityCheckDialog_Query = graphql(`
  query RealityCheckDialog_Query {
    viewer {
      playSafety {
        realityCheck {
          playingSince
        }
        positions {
          period
          staked
          returned
        }
      }
    }
  }
`);

/** What was staked and came back; bets wait until it is answered. */
export function RealityCheckDialog() {
  const { data } = useQuery(RealityCheckDialog_Query, { fetchPolicy: 'network-only' });
  const { act, pending } = useAnswerRealityCheck();
  const safety = data?.viewer?.playSafety;
  const today = safety?.positions.find(({ period }) => period === 'DAY');
  const playingSince = safety?.realityCheck?.playingSince;
  const text = realityCheck;
  return (
    <Dialog opened onClose={() => undefined} title={text.title}>
      <Stack gap={12}>
        {playingSince && <p>{text.playingSince(formatInstant(playingSince))}</p>}
        {today && <p>{text.today(netOf(today), formatMoney(today.staked), formatMoney(today.returned))}</p>}
        <PrimaryButton loading={pending} onClick={() => void act()}>
          {text.playOn}
        </PrimaryButton>
        <LinkButton to={paths.playSafely}>{text.settings}</LinkButton>
      </Stack>
    </Dialog>
  );
}
