import { Button } from '@mantine/core';
import type { FragmentType } from '@apollo/client/masking';
import { useState } from 'react';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { MemberFlags_memberFragment, PlayerFlag } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { detail } from '#messages/admin/detail.ts';
import { flags as flagsWords } from '#messages/admin/flags.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { FlagBadges } from '../admin/FlagBadges.tsx';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
import { useMay } from '../admin/useMay.ts';
import classes from './MemberFlags.module.css';

export const MemberFlags_member = graphql(`
  fragment MemberFlags_member on Member {
    id
    user {
      id
      name
    }
    flags {
      flag
      reason
      setAt
      setBy {
        id
        name
      }
    }
  }
`);

const SetPlayerFlag_Mutation = graphql(`
  mutation SetPlayerFlag_Mutation($input: SetPlayerFlagInput!) {
    setPlayerFlag(input: $input) {
      ... on SetPlayerFlagPayload {
        member {
          ...MemberFlags_member
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const everyFlag: readonly PlayerFlag[] = ['WATCH', 'VIP', 'CHARGEBACK_RISK', 'PROBLEM_GAMBLING'];

interface Change {
  readonly flag: PlayerFlag;
  readonly on: boolean;
}

/** What a player is marked with and why, and the buttons that change it. */
export function MemberFlags({ member }: { member: FragmentType<MemberFlags_memberFragment> }) {
  const { data } = useFragmentData({ fragment: MemberFlags_member, from: member });
  const mayFlag = useMay()('MEMBER_FLAG');
  const [change, setChange] = useState<Change | null>(null);
  const [opened, setOpened] = useState(false);
  const { flags } = detail;
  const { names } = flagsWords;
  const ask = (asked: Change) => {
    setChange(asked);
    setOpened(true);
  };
  const missing = everyFlag.filter((flag) => data.flags.every((one) => one.flag !== flag));
  if (!mayFlag && data.flags.length === 0) return null;
  return (
    <Card title={flags.title}>
      <Stack gap={12}>
        {data.flags.length > 0 && (
          <ul>
            {data.flags.map(({ flag, reason, setAt, setBy }) => (
              <li key={flag} className={classes.flag}>
                <div className={classes.text}>
                  <FlagBadges flags={[flag]} />
                  <p className={classes.reason}>{reason}</p>
                  <p className={classes.since}>{flags.since(setBy.name, formatInstant(setAt))}</p>
                </div>
                {mayFlag && (
                  <Button variant="light" color="red" onClick={() => ask({ flag, on: false })}>
                    {flags.remove(names[flag])}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayFlag && missing.length > 0 && (
          <div className={classes.choices}>
            {missing.map((flag) => (
              <Button key={flag} variant="light" onClick={() => ask({ flag, on: true })}>
                {flags.set(names[flag])}
              </Button>
            ))}
          </div>
        )}
      </Stack>
      {change && <FlagDialog user={data.user} change={change} opened={opened} onClose={() => setOpened(false)} />}
    </Card>
  );
}

interface FlagDialogProps {
  user: { readonly id: string; readonly name: string };
  change: Change;
  opened: boolean;
  onClose: () => void;
}

function FlagDialog({ user, change: { flag, on }, opened, onClose }: FlagDialogProps) {
  const { flags } = detail;
  const name = flagsWords.names[flag];
  const { act, pending } = useAction(SetPlayerFlag_Mutation, { toast: () => (on ? flags.setDone : flags.removeDone) });
  return (
    <ReasonDialog
      opened={opened}
      title={on ? flags.set(name) : flags.remove(name)}
      question={on ? flags.setQuestion(user.name, name) : flags.removeQuestion(user.name, name)}
      confirmLabel={on ? flags.confirmSet : flags.confirmRemove}
      danger={!on}
      busy={pending}
      onConfirm={(reason) => void act({ userId: user.id, flag, on, reason }).then(onClose)}
      onCancel={onClose}
    />
  );
}
