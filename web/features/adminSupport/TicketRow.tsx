import type { FragmentType } from '@apollo/client/masking';
import { useFragmentData } from '../../apollo/useFragmentData.ts';
import { graphql } from '../../gql/gql.ts';
import type { TicketRow_ticketFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { support as supportWords } from '#messages/admin/support.ts';
import { formatAge } from '../admin/age.ts';
import { useServerNow } from '../clock/useServerNow.ts';
import { Link } from '../navigation/Link.tsx';
import { useSession } from '../session/useSession.ts';
import { TicketStatus } from '../tickets/TicketStatus.tsx';
import { handoverText } from './handoverText.ts';
import classes from './TicketRow.module.css';

export const TicketRow_ticket = graphql(`
  fragment TicketRow_ticket on Ticket {
    title
    status
    updatedAt
    excerpt {
      text
      createdAt
      author {
        id
        name
        uid
      }
    }
    player {
      id
      name
      uid
    }
    handling {
      unread
      waitingSince
      assignee {
        id
        name
      }
      handover {
        team
        admin {
          id
          name
        }
      }
    }
  }
`);

interface TicketRowProps {
  id: string;
  ticket: FragmentType<TicketRow_ticketFragment>;
  to: string;
  /** Whether its chat is open. */
  current: boolean;
}

/** A ticket of the inbox, linking to its chat: its last words, how long its player waits, who has it. An unread one is marked. */
export function TicketRow({ id, ticket, to, current }: TicketRowProps) {
  const { data } = useFragmentData({ fragment: TicketRow_ticket, from: ticket });
  const { title, status, player, handling } = data;
  const support = supportWords;
  return (
    <Link
      to={to}
      className={`${classes.row} ${handling?.unread ? classes.unread : ''}`}
      aria-current={current ? 'true' : undefined}
      data-row={id}
    >
      <span className={classes.head}>
        <span className={classes.title}>{title}</span>
        {handling?.unread ? <span className={classes.new}>{support.unread}</span> : <TicketStatus status={status} />}
      </span>
      <span className={classes.hint}>{support.player(player.name, player.uid)}</span>
      <LastWords ticket={data} />
      <span className={classes.foot}>
        <Age ticket={data} />
        {handling?.handover && <span className={classes.team}>{handoverText(handling.handover)}</span>}
        {handling?.assignee && <span>{support.heldBy(handling.assignee.name)}</span>}
      </span>
    </Link>
  );
}

function LastWords({ ticket: { excerpt } }: { ticket: TicketRow_ticketFragment }) {
  const self = useSession()?.user.userId;
  if (!excerpt) return null;
  const { author, text } = excerpt;
  return (
    <span className={classes.words}>
      {supportWords.words(author.uid === self ? supportWords.you : author.name, text)}
    </span>
  );
}

const stepMs = 30_000;

/** How long the player has waited for an answer; if answered, the age of the newest message. */
function Age({ ticket: { status, updatedAt, excerpt, handling } }: { ticket: TicketRow_ticketFragment }) {
  const now = useServerNow(stepMs);
  const waitingSince = handling?.waitingSince ?? null;
  const at = waitingSince ?? excerpt?.createdAt ?? updatedAt;
  const age = formatAge(now - Date.parse(at));
  const { waits, answered, resolvedSince } = supportWords;
  return (
    <time dateTime={at} title={formatInstant(at)} className={waitingSince === null ? undefined : classes.waits}>
      {waitingSince !== null ? waits(age) : status === 'SUCCESS' ? resolvedSince(age) : answered(age)}
    </time>
  );
}
