import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { Ref } from 'react';
import type { TicketHanded, TicketOrder, TicketStatus } from '../../gql/graphql.ts';
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

const orders = Object.entries(support.orders).map(([value, label]) => ({ value, label }));

interface InboxFiltersProps {
  inbox: Inbox;
  search: Ref<HTMLInputElement>;
}

/** Search, filters and order of the list. A team has few tickets at a time: it needs the search alone. */
export function InboxFilters({ inbox: { filter, order, change }, search }: InboxFiltersProps) {
  const may = useMay();
  const field = (
    <SearchField
      input={search}
      label={support.search}
      placeholder={support.searchHint}
      value={filter.search}
      onSearch={(text) => change({ search: text })}
    />
  );
  if (!may('TICKET_READ_ALL')) return <search>{field}</search>;
  const assigned = (assignment: 'MINE' | 'UNASSIGNED') => ({
    pressed: filter.assignment === assignment,
    onPress: () => change({ assignment: filter.assignment === assignment ? null : assignment }),
  });
  const handed = (to: TicketHanded) => ({
    pressed: filter.handed === to,
    onPress: () => change({ handed: filter.handed === to ? null : to }),
  });
  return (
    <search>
      {field}
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
        <Chip {...handed('TO_ANYBODY')}>{support.handed.toAnybody}</Chip>
        {may('TICKET_READ_HANDED') && may('TICKET_NOTE') && <Chip {...handed('TO_ME')}>{support.handed.toMe}</Chip>}
      </Chips>
      <NativeSelect
        mt={12}
        aria-label={support.order}
        value={order}
        data={orders}
        onChange={({ currentTarget }) => change({ order: currentTarget.value as TicketOrder })}
      />
    </search>
  );
}
