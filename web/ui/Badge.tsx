import type { Icon } from '@tabler/icons-react';
import classes from './Badge.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type BadgeTone = 'attention' | 'good' | 'bad';

interface BadgeProps {
  text: string;
  icon: Icon;
  tone?: BadgeTone;
  /** The icon, whose text is a tooltip: for a row of one line. */
  compact?: boolean;
}

/** A short mark with an icon. */
export function Badge({ text, icon: Icon, tone = 'attention', compact = false }: BadgeProps) {
  return (
    <span
      className={`${classes.badge} ${compact ? classes.compact : ''} ${classes[tone]}`}
      title={compact ? text : undefined}
    >
      <Icon size={14} aria-hidden />
      {compact ? <VisuallyHidden>{text}</VisuallyHidden> : text}
    </span>
  );
}
