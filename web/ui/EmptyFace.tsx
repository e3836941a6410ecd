import { IconFlower } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Face.module.css';

/** An empty list: what will be here, and the one next step. */
export function EmptyFace({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.face}>
      <span className={classes.icon} aria-hidden>
        <IconFlower size={28} />
      </span>
      <p className={classes.title}>{title}</p>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
