import type { TimelineKind } from '../../gql/graphql.ts';
import { timeline as timelineWords } from '#messages/admin/timeline.ts';
import { Chip, Chips } from '../../ui/Chips.tsx';
import { useMay } from '../admin/useMay.ts';
import { timelineKinds } from './timelineKinds.ts';

interface TimelineChipsProps {
  /** None: all kinds. */
  chosen: readonly TimelineKind[];
  onChange: (chosen: readonly TimelineKind[]) => void;
}

/** Chooses kinds of entries, any number of them. */
export function TimelineChips({ chosen, onChange }: TimelineChipsProps) {
  const timeline = timelineWords;
  const mayReadTickets = useMay()('TICKET_READ_ALL');
  const offered = timelineKinds.filter((kind) => kind !== 'TICKETS' || mayReadTickets);
  const toggle = (kind: TimelineKind) =>
    onChange(chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind]);
  return (
    <Chips label={timeline.filter}>
      <Chip pressed={chosen.length === 0} onPress={() => onChange([])}>
        {timeline.all}
      </Chip>
      {offered.map((kind) => (
        <Chip key={kind} pressed={chosen.includes(kind)} onPress={() => toggle(kind)}>
          {timeline.kinds[kind]}
        </Chip>
      ))}
    </Chips>
  );
}
