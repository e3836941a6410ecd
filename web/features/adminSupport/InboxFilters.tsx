import { SegmentedControl } from '@mantine/core';
import type { TicketStatus } from '../../gql/graphql.ts';
import { support } from '#messages/admin/support.ts';
import { tickets } from '#messages/tickets.ts';
import { Chip, Chips } from '../../ui/Chips.tsx';
import { SearchField } from '../admin/SearchField.tsx';
import { useMay } from '../admin/useMay.ts';
import type { Inbox } from './useInbox.ts';

const statuses: { value: TicketStatus | 'ALL'; label: string }[] = [
  { value: 'ALL', label: support.all },
  { value: 'PENDING', label: tickets.status.PENDING },
  { value: 'SUCCESS', label: tickets.status.SUCCESS },
];

/** Search and filters of the list. */
export function InboxFilters({ inbox: { filter, change } }: { inbox: Inbox }) {
  const may = useMay();
  const assigned = (assignment: 'MINE' | 'UNASSIGNED') => ({
    pressed: filter.assignment === assignment,
    onPress: () => change({ assignment: filter.assignment === assignment ? null : assignment }),
  });
  return (
    <search>
      <SearchField
        label={support.search}
        placeholder={support.searchHint}
        value={filter.search}
        onSearch={(search) => change({ search })}
      />
      <SegmentedControl
        fullWidth
        mt={12}
        mb={12}
        aria-label={support.filter}
        value={filter.status ?? 'ALL'}
        data={statuses}
        onChange={(status) => change({ status: status === 'ALL' ? null : status })}
      />
      <Chips label={support.more}>
        <Chip pressed={filter.unread === true} onPress={() => change({ unread: filter.unread ? null : true })}>
          {support.unread}
        </Chip>
        {may('TICKET_ASSIGN') && <Chip {...assigned('MINE')}>{support.mine}</Chip>}
        <Chip {...assigned('UNASSIGNED')}>{support.unassigned}</Chip>
      </Chips>
    </search>
  );
}
