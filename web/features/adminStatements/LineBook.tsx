import { Button, NativeSelect } from '@mantine/core';
import type { LineRow_lineFragment, StatementLineState } from '../../gql/graphql.ts';
import { formatDay } from '../../lib/time.ts';
import { statements } from '#messages/admin/statements.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Options } from '../admin/Options.tsx';
import { SelectionBar } from '../admin/SelectionBar.tsx';
import { ShowMore, type ShowMoreProps } from '../shell/ShowMore.tsx';
import { LineList } from './LineList.tsx';
import classes from './Statements.module.css';
import { useLineBook } from './useLineBook.tsx';

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

const texts = statements.lines;

/** The lines in one state, of one day or all, and what can be done with those that are selected. */
export function LineBook({ lines, counts, days, shown, onShow, onDone, fetchMore }: LineBookProps) {
  const nodes = lines.edges.map(({ node }) => node).filter(({ state }) => state === shown.state);
  const book = useLineBook(onDone);
  const show = (next: Partial<Shown>) => {
    book.choose(new Set());
    onShow({ ...shown, ...next });
  };
  const selected = nodes.filter(({ id }) => book.chosen.has(id));
  return (
    <>
      <LineFilter counts={counts} days={days} shown={shown} onShow={show} />
      {selected.length > 0 && (
        <SelectedLines
          count={selected.length}
          busy={book.busy}
          changes={shown.state === 'SET_ASIDE'}
          {...(shown.state === 'PROPOSED' && { onConfirm: () => void book.confirm(selected) })}
          onSetAside={() => book.startSettingAside(selected)}
          onClear={() => book.choose(new Set())}
        />
      )}
      {nodes.length === 0 ? (
        <Card>
          <EmptyState title={texts.none} hint={texts.noneHint} />
        </Card>
      ) : (
        <LineList lines={nodes} chosen={book.chosen} onChoose={book.choose} {...book.ofLine} />
      )}
      <ShowMore pageInfo={lines.pageInfo} fetchMore={fetchMore} />
      {book.dialog}
    </>
  );
}

interface SelectedLinesProps {
  count: number;
  busy: boolean;
  /** They are set aside already: their kind changes. */
  changes: boolean;
  /** Missing where they can't be confirmed. */
  onConfirm?: () => void;
  onSetAside: () => void;
  onClear: () => void;
}

function SelectedLines({ count, busy, changes, onConfirm, onSetAside, onClear }: SelectedLinesProps) {
  return (
    <SelectionBar selected={texts.selected(count)}>
      {onConfirm && (
        <Button loading={busy} onClick={onConfirm}>
          {texts.confirm}
        </Button>
      )}
      <Button variant="light" onClick={onSetAside}>
        {changes ? texts.changeKind : texts.setAside}
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
        value={shown.day ?? ''}
        onChange={({ currentTarget }) => onShow({ day: currentTarget.value || null })}
      >
        <Options
          of={[{ value: '', label: texts.everyDay }, ...days.map((day) => ({ value: day, label: formatDay(day) }))]}
        />
      </NativeSelect>
    </div>
  );
}
