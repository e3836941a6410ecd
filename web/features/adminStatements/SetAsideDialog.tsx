import { useState } from 'react';
import type { StatementAsideKind } from '../../gql/graphql.ts';
import { statements } from '#messages/admin/statements.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import classes from './Statements.module.css';
import type { SetAside } from './useStatementActions.ts';

const texts = statements.lines;
const minLength = 3;
const kinds = Object.keys(texts.kinds) as StatementAsideKind[];

interface SetAsideDialogProps {
  lines: readonly {
    readonly direction: 'CREDIT' | 'DEBIT';
    readonly asideKind: StatementAsideKind | null;
    readonly reason: string | null;
    readonly state: string;
  }[];
  busy: boolean;
  onClose: () => void;
  onSetAside: (as: SetAside) => Promise<void>;
}

/** Asks what lines are that are neither deposit nor payout, and why; of lines that are set aside what they are instead. */
export function SetAsideDialog({ lines, busy, onClose, onSetAside }: SetAsideDialogProps) {
  const [first] = lines;
  const changes = first?.state === 'SET_ASIDE';
  const isSame = lines.every((line) => line.asideKind === first?.asideKind && line.reason === first?.reason);
  const [kind, setKind] = useState(isSame ? (first?.asideKind ?? null) : null);
  const [reason, setReason] = useState(isSame ? (first?.reason ?? '') : '');
  const [refused, setRefused] = useState(false);
  const enough = [...reason.trim()].length >= minLength;
  const came = lines.every(({ direction }) => direction === 'CREDIT');
  const confirm = () => {
    setRefused(!enough || kind === null);
    if (enough && kind !== null) void onSetAside({ kind, reason: reason.trim() });
  };
  return (
    <ConfirmDialog
      opened
      title={changes ? texts.changeKindTitle(lines.length) : texts.setAsideTitle(lines.length)}
      question={changes ? texts.changeKindHint : texts.setAsideHint}
      note={
        <>
          <fieldset className={classes.choice}>
            <legend>{texts.kind}</legend>
            {kinds
              .filter((one) => came || one !== 'UNCLAIMED')
              .map((one) => (
                <label key={one} className={classes.option}>
                  <input
                    type="radio"
                    name="kind"
                    aria-label={texts.kinds[one]}
                    checked={kind === one}
                    onChange={() => setKind(one)}
                  />
                  <span className={classes.two}>
                    <strong>{texts.kinds[one]}</strong>
                    <span className={classes.ledger}>{texts.kindHints[one]}</span>
                  </span>
                </label>
              ))}
          </fieldset>
          {refused && kind === null && <Notice tone="bad">{texts.kindMissing}</Notice>}
          <TextField
            label={texts.reason}
            maxLength={500}
            value={reason}
            error={refused && !enough ? texts.reasonShort : null}
            onChange={setReason}
          />
        </>
      }
      confirmLabel={changes ? texts.changeKind : texts.setAside}
      busy={busy}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
