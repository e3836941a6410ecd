import { useState } from 'react';
import type { LineRow_lineFragment } from '../../gql/graphql.ts';
import { CandidatesDialog } from './CandidatesDialog.tsx';
import { CreditDialog } from './CreditDialog.tsx';
import { SetAsideDialog } from './SetAsideDialog.tsx';
import { useLineActions } from './useStatementActions.ts';

type Line = LineRow_lineFragment;

/** The selection, what can be done with lines, and the dialog that is open. Whatever is done clears the selection. */
export function useLineBook(onDone: () => void) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [finding, find] = useState<Line | null>(null);
  const [crediting, credit] = useState<Line | null>(null);
  const [settingAside, startSettingAside] = useState<readonly Line[] | null>(null);
  const { busy, ...actions } = useLineActions();
  const done = () => {
    choose(new Set());
    find(null);
    credit(null);
    startSettingAside(null);
    onDone();
  };
  const whenDone = async (action: Promise<boolean>) => {
    if (await action) done();
  };
  const confirm = (lines: readonly Line[]) => whenDone(actions.confirm(idsOf(lines)));
  return {
    chosen,
    choose,
    startSettingAside,
    busy,
    confirm,
    /** What can be done with one line. */
    ofLine: {
      onConfirm: (line: Line) => void confirm([line]),
      onFind: find,
      onCredit: credit,
      onSetAside: (line: Line) => startSettingAside([line]),
      onReopen: ({ id }: Line) => void whenDone(actions.reopen(id)),
    },
    dialog: (
      <>
        {finding && (
          <CandidatesDialog
            line={finding}
            onClose={() => find(null)}
            onChoose={(transactionId) => whenDone(actions.match(finding.id, transactionId))}
            onReturn={(transactionId) => whenDone(actions.giveBack(finding.id, transactionId))}
          />
        )}
        {crediting && <CreditDialog line={crediting} onClose={() => credit(null)} onDone={done} />}
        {settingAside && (
          <SetAsideDialog
            lines={settingAside}
            busy={busy}
            onClose={() => startSettingAside(null)}
            onSetAside={(as) => whenDone(actions.setAside(idsOf(settingAside), as))}
          />
        )}
      </>
    ),
  };
}

function idsOf(lines: readonly Line[]): string[] {
  return lines.map(({ id }) => id);
}
