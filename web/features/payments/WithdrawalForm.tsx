import { useState, type ReactNode } from 'react';
import type { Problem } from '../../apollo/useAction.ts';
import { formatMoneyShort } from '../../lib/money.ts';
import { words } from '../../messages/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Stack } from '../../ui/Stack.tsx';
import type { Problems } from './withdrawalChecks.ts';

interface WithdrawalFormProps<Field extends string> {
  /** The fields, with the problem of each; `onEdit` is called when one is changed. */
  children: (problems: Problems<Field>, onEdit: () => void) => ReactNode;
  submit: string;
  busy: boolean;
  amountPaise: bigint;
  /** Short name of the account, for the button: the UPI id, or the account number. */
  destination: string;
  /** All details of the account, for the confirmation. */
  details: readonly (readonly [string, string])[];
  check: () => Problems<Field>;
  send: () => Promise<unknown>;
  /** The server's, of the last request. */
  refused: Problem | null;
  onForget: () => void;
}

/** Common form of both withdrawals: validate, confirm amount and destination on a sheet, send, then show the status. */
export function WithdrawalForm<Field extends string>({
  children,
  submit,
  busy,
  check,
  send,
  refused,
  onForget,
  ...request
}: WithdrawalFormProps<Field>) {
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [confirming, setConfirming] = useState(false);
  const shown = refused?.field ? ({ [refused.field]: refused.text } as Problems<Field>) : problems;

  const confirm = () => {
    const found = check();
    onForget();
    setProblems(found);
    setConfirming(Object.keys(found).length === 0);
  };
  const sendConfirmed = async () => {
    if (busy) return;
    await send();
    setConfirming(false);
  };
  const edit = () => {
    setProblems({});
    onForget();
  };

  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <Stack gap={12}>
          {children(shown, edit)}
          {Object.values(shown).includes(words.withdraw.missing) && (
            <Notice tone="bad">{words.withdraw.required}</Notice>
          )}
          {refused && !refused.field && <Notice tone="bad">{refused.text}</Notice>}
          <PrimaryButton type="submit">{submit}</PrimaryButton>
        </Stack>
      </form>
      <Sheet opened={confirming} onClose={() => setConfirming(false)} title={words.withdraw.confirmTitle}>
        <Confirmation
          {...request}
          busy={busy}
          onConfirm={() => void sendConfirmed()}
          onChange={() => setConfirming(false)}
        />
      </Sheet>
    </Card>
  );
}

interface ConfirmationProps extends Pick<
  WithdrawalFormProps<string>,
  'amountPaise' | 'destination' | 'details' | 'busy'
> {
  onConfirm: () => void;
  onChange: () => void;
}

function Confirmation({ amountPaise, destination, details, busy, onConfirm, onChange }: ConfirmationProps) {
  const amount = formatMoneyShort(amountPaise);
  return (
    <Stack gap={12}>
      <Facts facts={[[words.withdraw.amount, amount], ...details]} />
      <p>{words.withdraw.confirmHint}</p>
      <PrimaryButton loading={busy} onClick={onConfirm}>
        {words.withdraw.submitTo(amount, destination)}
      </PrimaryButton>
      <Button variant="light" fullWidth onClick={onChange}>
        {words.withdraw.change}
      </Button>
    </Stack>
  );
}
