import { useState } from 'react';
import type { PlaySafelyPage_QueryQuery } from '../../gql/graphql.ts';
import { formatMoneyShort, moneyOf, readAmount } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { words } from '../../messages/words.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './LimitRow.module.css';
import { useSetPlayLimit } from './usePlaySafety.ts';

export type Safety = NonNullable<PlaySafelyPage_QueryQuery['viewer']>['playSafety'];
type Limit = Safety['limits'][number];

/** One limit: what is used of it, what is to come, and a sheet to change it. */
export function LimitRow({ limit }: { limit: Limit }) {
  const [changing, setChanging] = useState(false);
  const name = words.playSafely.limitOf[limit.kind][limit.period];
  return (
    <div className={classes.row}>
      <div className={classes.text}>
        <p className={classes.name}>{name}</p>
        <p>
          {limit.amount === null
            ? words.playSafely.none
            : words.playSafely.used(formatMoneyShort(limit.used), formatMoneyShort(limit.amount))}
        </p>
        {limit.amount !== null && (
          <p className={classes.hint}>{words.playSafely.resets(formatInstant(limit.endsAt))}</p>
        )}
        {limit.next && <p className={classes.hint}>{nextText(limit.next)}</p>}
      </div>
      <Button variant="light" aria-label={words.playSafely.change(name)} onClick={() => setChanging(true)}>
        {words.playSafely.set}
      </Button>
      <Sheet opened={changing} onClose={() => setChanging(false)} title={name}>
        <LimitForm limit={limit} onDone={() => setChanging(false)} />
      </Sheet>
    </div>
  );
}

function nextText({ amount, at }: NonNullable<Limit['next']>): string {
  const when = formatInstant(at);
  return amount === null
    ? words.playSafely.nextNone(when)
    : words.playSafely.nextAmount(formatMoneyShort(amount), when);
}

function LimitForm({ limit, onDone }: { limit: Limit; onDone: () => void }) {
  const [amount, setAmount] = useState('');
  const [wrong, setWrong] = useState(false);
  const { act, pending } = useSetPlayLimit();
  const submit = async () => {
    const paise = readAmount(amount);
    if (amount !== '' && (paise === null || paise <= 0n)) {
      setWrong(true);
      return;
    }
    const { kind, period } = limit;
    const { outcome } = await act({ kind, period, amount: paise === null ? null : moneyOf(paise) });
    if (outcome === 'done') onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={12}>
        <AmountInput
          label={words.playSafely.amount}
          description={words.playSafely.amountHint}
          value={amount}
          error={wrong && words.playSafely.amountWrong}
          onChange={(typed) => {
            setAmount(typed);
            setWrong(false);
          }}
        />
        <PrimaryButton type="submit" loading={pending}>
          {words.playSafely.save}
        </PrimaryButton>
      </Stack>
    </form>
  );
}
