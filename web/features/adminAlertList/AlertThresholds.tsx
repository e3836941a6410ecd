import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { AlertThresholds_thresholdFragment } from '../../gql/graphql.ts';
import { formatMoneyShort, moneyOf, readAmount } from '../../lib/money.ts';
import { alerts } from '#messages/admin/alerts.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { ReasonedChange } from '../admin/ReasonedChange.tsx';
import classes from '../adminAlerts/Alerts.module.css';

graphql(`
  fragment AlertThresholds_threshold on AlertThreshold {
    kind
    number
    amount
  }
`);

const SetAlertThreshold_Mutation = graphql(`
  mutation SetAlertThreshold_Mutation($input: SetAlertThresholdInput!) {
    setAlertThreshold(input: $input) {
      ... on SetAlertThresholdPayload {
        threshold {
          kind
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

type Threshold = AlertThresholds_thresholdFragment;

const { kinds, thresholds: texts } = alerts;
const options = { refetch: ['AlertsPage_Query'] };

/** From what values on alerts open; owners may change them. */
export function AlertThresholds({ thresholds }: { thresholds: readonly Threshold[] }) {
  const mayChange = useMay()('ALERT_SET_THRESHOLDS');
  return (
    <Card title={texts.title}>
      <Stack gap={12}>
        <p>{texts.hint}</p>
        <ul className={classes.thresholds}>
          {thresholds.map((threshold) => (
            <li key={threshold.kind} className={classes.row}>
              <strong>{kinds[threshold.kind]}</strong>
              <span>{valueText(threshold)}</span>
              {mayChange && <ChangeThreshold threshold={threshold} />}
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}

function valueText({ kind, number, amount }: Threshold): string {
  if (amount !== null) return texts.amount(formatMoneyShort(amount));
  return kind === 'QUEUE_OVERDUE' ? texts.minutes(number ?? 0) : texts.count(number ?? 0);
}

/** The value as the mutation takes it; null when what was typed is none. */
function read({ kind }: Threshold, typed: string): { amount: string } | { number: number } | null {
  if (kind === 'UNUSUAL_WIN') {
    const paise = readAmount(typed);
    return paise ? { amount: moneyOf(paise) } : null;
  }
  return /^[1-9]\d{0,5}$/.test(typed.trim()) ? { number: Number(typed) } : null;
}

/** Changes a threshold, after a confirmation with a reason. */
function ChangeThreshold({ threshold }: { threshold: Threshold }) {
  const [typed, setTyped] = useState('');
  const { act, pending, problem, setProblem } = useAction(SetAlertThreshold_Mutation, options);
  const { kind, number, amount } = threshold;

  const reset = () => {
    setTyped(amount ?? String(number ?? ''));
    setProblem(null);
  };
  const save = async (reason: string) => {
    const value = read(threshold, typed);
    if (value === null) {
      setProblem(texts.wrong);
      return null;
    }
    const { outcome } = await act({ kind, ...value, reason });
    return outcome === 'done' ? texts.saved(kinds[kind]) : null;
  };
  return (
    <ReasonedChange
      action={texts.change}
      label={texts.changeOf(kinds[kind])}
      title={texts.changeOf(kinds[kind])}
      question={texts.question}
      confirmLabel={texts.save}
      busy={pending}
      problem={problem?.text}
      onOpen={reset}
      save={save}
    >
      <TextInput
        label={kind in texts.fields ? texts.fields[kind as keyof typeof texts.fields] : kinds[kind]}
        inputMode="decimal"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ReasonedChange>
  );
}
