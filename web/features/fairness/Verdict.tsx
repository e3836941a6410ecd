import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { fairness } from '#messages/fairness.ts';
import classes from './Verdict.module.css';

/** One verified statement and whether it holds. */
export function Verdict({ holds, text }: { holds: boolean; text: string }) {
  const Icon = holds ? IconCheck : IconX;
  return (
    <li className={`${classes.verdict} ${holds ? classes.good : classes.bad}`}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <span>
        {text}: {holds ? fairness.matches : fairness.differs}
      </span>
    </li>
  );
}
