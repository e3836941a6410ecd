import { SegmentedControl } from '@mantine/core';
import { detail } from '#messages/admin/detail.ts';
import { useMay } from '../admin/useMay.ts';
import { memberViews, type MemberView } from './useMemberView.ts';

/** Chooses which of a player's lists is shown. */
export function MemberViews({ view, onChange }: { view: MemberView; onChange: (view: MemberView) => void }) {
  const mayReadTickets = useMay()('TICKET_READ_ALL');
  const { views } = detail;
  const data = memberViews
    .filter((one) => one !== 'tickets' || mayReadTickets)
    .map((one) => ({ value: one, label: views[one] }));
  return <SegmentedControl fullWidth aria-label={views.label} data={data} value={view} onChange={onChange} />;
}
