import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { LineRow_lineFragment, StatementLineState } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { SelectionBar } from '../admin/SelectionBar.tsx';
import { ShowMore, type ShowMoreProps } from '../shell/ShowMore.tsx';
import { CandidatesDialog } from './CandidatesDialog.tsx';
import { dayText } from './dayText.ts';
import { LineList } from './LineList.tsx';
import { SetAsideDialog } from './SetAsideDialog.tsx';
import classes from './Statements.module.css';
import { useLineActions } from './useStatementActions.ts';

type Line = LineRow_lineFragment;

interface Shown {
  readonly state: StatementLineState;
  readonly day: string | null;
}

interface LineBookProps {
  lines: { readonly edges: readonly { readonly node: Line }[]; readonly pageInfo: ShowMoreProps['pageInfo'] };
  counts: { readonly [Name in 'matched' | 'proposed' | 'unmatched' | 'setAside']: number };
  days: readonly string[];
  shown: Shown;
  onShow: (shown: Shown) => void;
  onDone: () => void;
  fetchMore: ShowMoreProps['fetchMore'];
}

const texts = words.admin.statements.lines;

/** The lines in one state, of one day or all, and what can be done with those that are selected. */
export function LineBook({ lines, counts, days, shown, onShow, onDone, fetchMore }: LineBookProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [finding, setFinding] = useState<Line | null>(null);
  const [settingAside, setSettingAside] = useState<readonly Line[] | null>(null);
  const { busy, ...actions } = useLineActions();
  const nodes = lines.edges.map(({ node }) => node).filter(({ state }) => state === shown.state);
  const selected = nodes.filter(({ id }) => chosen.has(id));

  const done = () => {
    setChosen(new Set());
    onDone();
  };
  const show = (next: Partial<Shown>) => {
    setChosen(new Set());
    onShow({ ...shown, ...next });
  };
  const confirm = async (confirmed: readonly Line[]) => {
    if (await actions.confirm(idsOf(confirmed))) done();
  };
  const reopen = async ({ id }: Line) => {
    if (await actions.reopen(id)) done();
  };
  const matchTo = async ({ id }: Line, transactionId: string) => {
    if (!(await actions.match(id, transactionId))) return;
    setFinding(null);
    done();
  };
  const setAside = async (those: readonly Line[], reason: string) => {
    if (!(await actions.setAside(idsOf(those), reason))) return;
    setSettingAside(null);
    done();
  };
  return (
    <>
      <LineFilter counts={counts} days={days} shown={shown} onShow={show} />
      {selected.length > 0 && (
        <SelectedLines
          count={selected.length}
          busy={busy}
          {...(shown.state === 'PROPOSED' && { onConfirm: () => void confirm(selected) })}
          onSetAside={() => setSettingAside(selected)}
          onClear={() => setChosen(new Set())}
        />
      )}
      {nodes.length === 0 ? (
        <Card>
          <EmptyState title={texts.none} hint={texts.noneHint} />
        </Card>
      ) : (
        <LineList
          lines={nodes}
          chosen={chosen}
          onChoose={setChosen}
          onConfirm={(line) => void confirm([line])}
          onFind={setFinding}
          onSetAside={(line) => setSettingAside([line])}
          onReopen={(line) => void reopen(line)}
        />
      )}
      <ShowMore pageInfo={lines.pageInfo} fetchMore={fetchMore} />
      {finding && (
        <CandidatesDialog
          line={finding}
          onClose={() => setFinding(null)}
          onChoose={(transactionId) => matchTo(finding, transactionId)}
        />
      )}
      {settingAside && (
        <SetAsideDialog
          count={settingAside.length}
          busy={busy}
          onClose={() => setSettingAside(null)}
          onSetAside={(reason) => setAside(settingAside, reason)}
        />
      )}
    </>
  );
}

function idsOf(lines: readonly Line[]): string[] {
  return lines.map(({ id }) => id);
}

interface SelectedLinesProps {
  count: number;
  busy: boolean;
  /** Missing where they can't be confirmed. */
  onConfirm?: () => void;
  onSetAside: () => void;
  onClear: () => void;
}

function SelectedLines({ count, busy, onConfirm, onSetAside, onClear }: SelectedLinesProps) {
  return (
    <SelectionBar selected={texts.selected(count)}>
      {onConfirm && (
        <Button loading={busy} onClick={onConfirm}>
          {texts.confirm}
        </Button>
      )}
      <Button variant="light" onClick={onSetAside}>
        {texts.setAside}
      </Button>
      <Button variant="light" onClick={onClear}>
        {texts.clear}
      </Button>
    </SelectionBar>
  );
}

type FilterProps = Pick<LineBookProps, 'counts' | 'days' | 'shown'> & { onShow: (shown: Partial<Shown>) => void };

function LineFilter({ counts, days, shown, onShow }: FilterProps) {
  const of = {
    PROPOSED: counts.proposed,
    UNMATCHED: counts.unmatched,
    MATCHED: counts.matched,
    SET_ASIDE: counts.setAside,
  };
  const states = Object.keys(texts.states) as StatementLineState[];
  return (
    <div className={classes.bar}>
      <SegmentedControl
        label={texts.state}
        options={states.map((state) => ({ value: state, label: texts.stateOf(texts.states[state], of[state]) }))}
        value={shown.state}
        onChange={(state) => onShow({ state })}
      />
      <NativeSelect
        label={texts.day}
        data={[{ value: '', label: texts.everyDay }, ...days.map((day) => ({ value: day, label: dayText(day) }))]}
        value={shown.day ?? ''}
        onChange={({ currentTarget }) => onShow({ day: currentTarget.value || null })}
      />
    </div>
  );
}
