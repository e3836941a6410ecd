import { formatInstant } from '../../lib/time.ts';
import { queue } from '#messages/admin/queue.ts';
import { Instant } from '../../ui/Instant.tsx';
import { useServerNow } from '../clock/useServerNow.ts';
import { formatAge } from '../admin/age.ts';
import classes from './Waiting.module.css';

interface WaitingProps {
  createdAt: string;
  /** Null for a decided request. */
  promisedBy: string | null;
}

const stepMs = 30_000;

/** How long a request has waited, and whether longer than promised; for a decided one when it was requested. */
export function Waiting({ createdAt, promisedBy }: WaitingProps) {
  const now = useServerNow(stepMs);
  if (promisedBy === null) {
    return (
      <span className={classes.requested}>
        <Instant at={createdAt} />
      </span>
    );
  }
  const overdue = now > Date.parse(promisedBy);
  return (
    <span className={classes.waiting}>
      <time dateTime={createdAt} title={formatInstant(createdAt)}>
        {formatAge(now - Date.parse(createdAt))}
      </time>
      {overdue && (
        <span className={classes.overdue} title={`${queue.promisedBy} ${formatInstant(promisedBy)}`}>
          {queue.overdue}
        </span>
      )}
    </span>
  );
}
