import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { GameType, LimitsCard_limitsFragment } from '../../gql/graphql.ts';
import { formatMoney, moneyOf, readAmount } from '../../lib/money.ts';
import { games } from '#messages/admin/games.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { amountError } from '../../ui/amountError.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ReasonDialog } from '../admin/ReasonDialog.tsx';
import { useMay } from '../admin/useMay.ts';
import classes from './LimitsCard.module.css';
import { useSetLimits } from './useSetLimits.ts';

// Unmasked where it is spread: the limits of a game have no id by which the cache would find them.
graphql(`
  fragment LimitsCard_limits on GameLimits {
    minBet
    maxBet
    maxStake
    maxPayout
  }
`);

interface LimitsCardProps {
  gameType: GameType;
  limits: LimitsCard_limitsFragment;
  /** Called once the limits are changed. */
  onChanged: () => void;
}

const names = ['minBet', 'maxBet', 'maxStake', 'maxPayout'] as const;
type Typed = Record<(typeof names)[number], string>;

/** The limits of rounds that open from now on: owners set them, after a confirmation with a reason. */
export function LimitsCard({ gameType, limits, onChanged }: LimitsCardProps) {
  const maySet = useMay()('LIMITS_SET');
  const text = games.limits;
  return (
    <Card title={text.title}>
      <Stack gap={12}>
        <p>
          {text.hint} {maySet && text.emptyHint}
        </p>
        <p>{text.maxPayoutHint}</p>
        {maySet ? (
          // Another admin's change replaces what was typed.
          <LimitsForm
            key={names.map((name) => limits[name]).join()}
            gameType={gameType}
            limits={limits}
            onChanged={onChanged}
          />
        ) : (
          <Facts
            facts={names.map((name) => [text[name], limits[name] === null ? text.none : formatMoney(limits[name])])}
          />
        )}
      </Stack>
    </Card>
  );
}

function LimitsForm({ gameType, limits, onChanged }: LimitsCardProps) {
  const [typed, setTyped] = useState<Typed>(() => typedOf(limits));
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { setLimits, busy } = useSetLimits();
  const text = games.limits;

  const submit = () => {
    setProblem(null);
    setConfirming(names.every((name) => amountError(typed[name]) === null));
  };
  const confirm = async (reason: string) => {
    const [minBet, maxBet, maxStake, maxPayout] = names.map((name) => amountOf(typed[name]));
    const wrong = await setLimits({ gameType, minBet, maxBet, maxStake, maxPayout, reason });
    setConfirming(false);
    setProblem(wrong);
    if (wrong !== null) return;
    showToast({ text: text.done, tone: 'good' });
    onChanged();
  };

  return (
    <SubmitForm onSubmit={submit}>
      <Stack gap={12}>
        <div className={classes.fields}>
          {names.map((name) => (
            <AmountInput
              key={name}
              label={text[name]}
              placeholder={text.none}
              value={typed[name]}
              error={amountError(typed[name])}
              onChange={(amount) => setTyped((now) => ({ ...now, [name]: amount }))}
            />
          ))}
        </div>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Button type="submit" mih={44}>
          {text.set}
        </Button>
      </Stack>
      <ReasonDialog
        opened={confirming}
        title={text.title}
        question={text.question}
        confirmLabel={text.set}
        busy={busy}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={() => setConfirming(false)}
      >
        <Facts facts={names.map((name) => [text[name], typed[name] === '' ? text.none : `₹${typed[name]}`])} />
        <p>{text.consequence}</p>
      </ReasonDialog>
    </SubmitForm>
  );
}

function typedOf(limits: LimitsCard_limitsFragment): Typed {
  const [minBet = '', maxBet = '', maxStake = '', maxPayout = ''] = names.map(
    (name) => limits[name]?.replace(/\.00$/, '') ?? '',
  );
  return { minBet, maxBet, maxStake, maxPayout };
}

function amountOf(typed: string): string | null {
  const paise = readAmount(typed);
  return typed === '' || paise === null ? null : moneyOf(paise);
}
