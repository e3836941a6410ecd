import type { FragmentType } from '@apollo/client/masking';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconClipboardCheck from '@tabler/icons-react/dist/esm/icons/IconClipboardCheck.mjs';
import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import IconDice5 from '@tabler/icons-react/dist/esm/icons/IconDice5.mjs';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconDeviceLaptopOff from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptopOff.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconNote from '@tabler/icons-react/dist/esm/icons/IconNote.mjs';
import IconShield from '@tabler/icons-react/dist/esm/icons/IconShield.mjs';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { TimelineItem_entryFragment } from '../../gql/graphql.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatInstant } from '../../lib/time.ts';
import { detail as detailWords } from '#messages/admin/detail.ts';
import { timeline as timelineWords } from '#messages/admin/timeline.ts';
import { transactions as transactionsWords } from '#messages/transactions.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { movementOf } from '../adminPayments/movement.ts';
import { StatusPill } from '../adminPayments/StatusPill.tsx';
import { Link } from '../navigation/Link.tsx';
import { DecisionRow } from './DecisionRow.tsx';
import { programText } from './programText.ts';
import { safetyText } from './safetyText.ts';
import { TicketTitleLink } from './TicketTitleLink.tsx';
import classes from './TimelineItem.module.css';

export const TimelineItem_entry = graphql(`
  fragment TimelineItem_entry on TimelineEntry {
    id
    at
    event
    transaction {
      id
      transactionType
      status
      channel
      amount
      reference
      message
      decidedBy {
        id
        name
      }
    }
    playCredit
    bets {
      startsAt
      roundCount
      betCount
      staked
      returned
    }
    ticket {
      id
      title
    }
    session {
      id
      userAgent
      address
      endReason
    }
    safety {
      setting
      kind
      period
      amount
      effectiveAt
      until
      minutes
    }
    note {
      text
      author {
        id
        name
      }
    }
    decision {
      action
      flag
      amount
      reason
      actor {
        id
        name
      }
    }
  }
`);

type Entry = TimelineItem_entryFragment;

/** Something that happened with a player, as a row of their timeline. */
export function TimelineItem({ entry }: { entry: FragmentType<TimelineItem_entryFragment> }) {
  const { data } = useFragmentData({ fragment: TimelineItem_entry, from: entry });
  if (data.transaction) return <Payment at={data.at} event={data.event} payment={data.transaction} />;
  if (data.bets) return <Bets bets={data.bets} />;
  if (data.session) return <SignIn at={data.at} event={data.event} session={data.session} />;
  if (data.note) return <Note at={data.at} note={data.note} />;
  if (data.decision) return <DecisionRow at={data.at} decision={data.decision} />;
  return <Other entry={data} />;
}

const size = 18;

function Payment({ at, event, payment }: Pick<Entry, 'at' | 'event'> & { payment: NonNullable<Entry['transaction']> }) {
  const timeline = timelineWords;
  const transactions = transactionsWords;
  const { transactionType, status, decidedBy, message, reference } = payment;
  const isRequest = event === 'TRANSACTION_REQUESTED';
  const title = isRequest ? timeline.requested[transactionType] : timeline.decided[status][transactionType];
  const detail = [
    transactions.through[payment.channel],
    isRequest ? reference : decidedBy && timeline.by(decidedBy.name),
  ].filter(Boolean);
  return (
    <ListRow
      icon={transactionType === 'CREDIT' ? <IconArrowDown size={size} /> : <IconArrowUp size={size} />}
      tone={isRequest ? 'calm' : status === 'SUCCESS' ? 'good' : 'bad'}
      title={title}
      hint={
        <>
          <Instant at={at} /> · {detail.join(' · ')}
          {!isRequest && message && <span className={classes.words}>{message}</span>}
        </>
      }
      aside={
        <>
          <MoneyText amount={payment.amount} as={movementOf(payment)} />
          {isRequest && status === 'PENDING' && <StatusPill status={status} />}
        </>
      }
    />
  );
}

function Bets({ bets: { startsAt, betCount, roundCount, staked, returned } }: { bets: NonNullable<Entry['bets']> }) {
  const timeline = timelineWords;
  const detail = detailWords;
  return (
    <ListRow
      icon={<IconDice5 size={size} />}
      title={timeline.bets(betCount, roundCount)}
      hint={
        <>
          {timeline.hour(formatInstant(startsAt))} ·{' '}
          <Link to="?view=bets" className={classes.link ?? ''}>
            {timeline.allBets}
          </Link>
        </>
      }
      aside={
        <>
          {timeline.staked(formatMoney(staked))}
          <span>{detail.bets.returned(formatMoney(returned))}</span>
        </>
      }
    />
  );
}

function SignIn({ at, event, session }: Pick<Entry, 'at' | 'event'> & { session: NonNullable<Entry['session']> }) {
  const timeline = timelineWords;
  const detail = detailWords;
  const reason = detail.sessions.endReasons.find(([code]) => code === session.endReason)?.[1] ?? '';
  const began = event === 'SESSION_BEGAN';
  return (
    <ListRow
      icon={began ? <IconDeviceLaptop size={size} /> : <IconDeviceLaptopOff size={size} />}
      title={began ? timeline.signedIn : timeline.sessionEnded(reason)}
      hint={
        <>
          <Instant at={at} /> · {programText(session.userAgent)}
          {session.address && ` ${detail.sessions.from(session.address)}`}
        </>
      }
    />
  );
}

function Note({ at, note }: Pick<Entry, 'at'> & { note: NonNullable<Entry['note']> }) {
  return (
    <ListRow
      icon={<IconNote size={size} />}
      title={timelineWords.note(note.author.name)}
      hint={
        <>
          <span className={classes.note}>{note.text}</span>
          <Instant at={at} />
        </>
      }
    />
  );
}

function Other({ entry: { at, event, ticket, playCredit, safety } }: { entry: Entry }) {
  const timeline = timelineWords;
  const hint = <Instant at={at} />;
  if (playCredit) {
    return (
      <ListRow
        icon={<IconCoins size={size} />}
        title={timeline.playCredit}
        hint={hint}
        aside={<MoneyText amount={playCredit} as="credit" />}
      />
    );
  }
  if (safety) return <ListRow icon={<IconShield size={size} />} title={safetyText(safety)} hint={hint} />;
  if (!ticket) return null;
  const raised = event === 'TICKET_RAISED';
  return (
    <ListRow
      icon={raised ? <IconMessage size={size} /> : <IconClipboardCheck size={size} />}
      title={
        <TicketTitleLink
          id={ticket.id}
          text={raised ? timeline.ticketRaised(ticket.title) : timeline.ticketResolved(ticket.title)}
        />
      }
      hint={hint}
    />
  );
}
