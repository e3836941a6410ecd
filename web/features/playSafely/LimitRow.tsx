import { useState } from 'react';
import type { PlaySafelyPage_QueryQuery } from '../../gql/graphql.ts';
import { formatMoneyShort, moneyOf, readAmount } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { playSafely } from '#messages/playSafely.ts';
import { amountError } from '../../ui/amountError.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import classes from './LimitRow.module.css';
import { useSetPlayLimit } from './usePlaySafety.ts';

export type Safety = NonNullable<NonNullable<PlaySafelyPage_QueryQuery['viewer']>['playSafety']>;
type Limit = Safety['limits'][number];

/** One limit: what is used of it, what is to come, and a sheet to change it. */
export function LimitRow({ limit }: { limit: Limit }) {
  const [changing, setChanging] = useState(false);
  const name = playSafely.limitOf[limit.kind][limit.period];
  return (
    <div className={classes.row}>
      <div className={classes.text}>
        <p className={classes.name}>{name}</p>
        <p>
          {limit.amount === null
            ? playSafely.none
            : playSafely.used(formatMoneyShort(limit.used), formatMoneyShort(limit.amount))}
        </p>
        {limit.amount !== null && <p className={classes.hint}>{playSafely.resets(formatInstant(limit.endsAt))}</p>}
        {limit.next && <p className={classes.hint}>{nextText(limit.next)}</p>}
      </div>
      <Button variant="light" aria-label={playSafely.change(name)} onClick={() => setChanging(true)}>
        {playSafely.set}
      </Button>
      <Sheet opened={changing} onClose={() => setChanging(false)} title={name}>
        <LimitForm limit={limit} onDone={() => setChanging(false)} />
      </Sheet>
    </div>
  );
}

function nextText({ amount, at }: NonNullable<Limit['next']>): string {
  const when = formatInstant(at);
  return amount === null ? playSafely.nextNone(when) : playSafely.nextAmount(formatMoneyShort(amount), when);
}

function LimitForm({ limit: { kind, period }, onDone }: { limit: Limit; onDone: () => void }) {
  const { act } = useSetPlayLimit();
  const form = useForm({
    initial: { amount: '' },
    check: ({ amount }) => ({
      amount: amountError(amount) ?? (readAmount(amount) === 0n ? playSafely.amountWrong : null),
    }),
    send: async ({ amount }) => {
      const paise = readAmount(amount);
      const answer = await act({ kind, period, amount: paise === null ? null : moneyOf(paise) });
      if (answer.outcome === 'done') {
        showToast({ text: playSafely.saved, tone: 'good' });
        onDone();
      }
      return answer;
    },
  });
  return (
    <Form form={form} submit={playSafely.save}>
      <AmountInput label={playSafely.amount} description={playSafely.amountHint} {...form.field('amount')} />
    </Form>
  );
}
