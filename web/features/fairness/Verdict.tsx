import { IconCheck, IconX } from '@tabler/icons-react';
import { words } from '../../messages/words.ts';
import classes from './Verdict.module.css';

/** One verified statement and whether it holds. */
export function Verdict({ holds, text }: { holds: boolean; text: string }) {
  const Icon = holds ? IconCheck : IconX;
  return (
    <li className={`${classes.verdict} ${holds ? classes.good : classes.bad}`}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <span>
        {text}: {holds ? words.fairness.matches : words.fairness.differs}
      </span>
    </li>
  );
}
