import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberFreeze_memberFragment } from '../../gql/graphql.ts';
import { payoutHolds as texts } from '#messages/admin/payoutHolds.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { FreezeFacts } from '../admin/FreezeFacts.tsx';
import { ReasonedDeed } from '../admin/ReasonedDeed.tsx';
import { useMay } from '../admin/useMay.ts';
import classes from './MemberFlags.module.css';

export const MemberFreeze_member = graphql(`
  fragment MemberFreeze_member on Member {
    id
    closedAt
    user {
      id
      name
    }
    payoutFreeze {
      ...FreezeFacts_freeze @unmask
    }
  }
`);

const FreezePayouts_Mutation = graphql(`
  mutation FreezePayouts_Mutation($input: FreezePayoutsInput!) {
    freezePayouts(input: $input) {
      ... on FreezePayoutsPayload {
        member {
          ...MemberFreeze_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const ExtendPayoutFreeze_Mutation = graphql(`
  mutation ExtendPayoutFreeze_Mutation($input: ExtendPayoutFreezeInput!) {
    extendPayoutFreeze(input: $input) {
      ... on ExtendPayoutFreezePayload {
        member {
          ...MemberFreeze_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const EndPayoutFreeze_Mutation = graphql(`
  mutation EndPayoutFreeze_Mutation($input: EndPayoutFreezeInput!) {
    endPayoutFreeze(input: $input) {
      ... on EndPayoutFreezePayload {
        member {
          ...MemberFreeze_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

/** Whether a player's payouts are frozen, until when and by whom, and the buttons that freeze them, extend that and end it. */
export function MemberFreeze({ member }: { member: FragmentType<MemberFreeze_memberFragment> }) {
  const { data } = useFragmentData({
    fragment: MemberFreeze_member,
    fragmentName: 'MemberFreeze_member',
    from: member,
  });
  const mayFreeze = useMay()('PAYOUTS_FREEZE') && data.closedAt === null;
  const freeze = data.payoutFreeze;
  if (!freeze && !mayFreeze) return null;
  return (
    <Card title={texts.member.title}>
      <Stack gap={12}>
        {freeze ? (
          <Notice tone="attention">
            <FreezeFacts freeze={freeze} />
            <p>{texts.playerReads}</p>
          </Notice>
        ) : (
          <p>{texts.member.free}</p>
        )}
        {mayFreeze && (
          <div className={classes.choices}>
            {freeze ? (
              <>
                <ExtendFreeze user={data.user} />
                <EndFreeze user={data.user} />
              </>
            ) : (
              <FreezePayouts user={data.user} />
            )}
          </div>
        )}
      </Stack>
    </Card>
  );
}

interface DeedProps {
  user: { readonly id: string; readonly name: string };
}

const frozen = { toast: () => texts.member.freeze.done };

function FreezePayouts({ user }: DeedProps) {
  const { act, pending, problem } = useAction(FreezePayouts_Mutation, frozen);
  const { deed, question } = texts.member.freeze;
  const freeze = async (reason: string) => (await act({ userId: user.id, reason })).outcome === 'done';
  return (
    <ReasonedDeed
      deed={deed}
      question={question(user.name)}
      danger
      busy={pending}
      problem={problem?.text}
      act={freeze}
    />
  );
}

const extended = { toast: () => texts.member.extend.done };

function ExtendFreeze({ user }: DeedProps) {
  const { act, pending, problem } = useAction(ExtendPayoutFreeze_Mutation, extended);
  const { deed, question } = texts.member.extend;
  const extend = async (reason: string) => (await act({ userId: user.id, reason })).outcome === 'done';
  return (
    <ReasonedDeed deed={deed} question={question(user.name)} busy={pending} problem={problem?.text} act={extend} />
  );
}

const ended = { toast: () => texts.member.end.done };

function EndFreeze({ user }: DeedProps) {
  const { act, pending, problem } = useAction(EndPayoutFreeze_Mutation, ended);
  const { deed, question } = texts.member.end;
  const end = async (reason: string) => (await act({ userId: user.id, reason })).outcome === 'done';
  return <ReasonedDeed deed={deed} question={question(user.name)} busy={pending} problem={problem?.text} act={end} />;
}
