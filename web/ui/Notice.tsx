import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { common } from '#messages/common.ts';
import { IconButton } from './IconButton.tsx';
import classes from './Notice.module.css';

/** bad: an error, announced at once. warning: red text that is always present. */
type Tone = 'good' | 'bad' | 'warning' | 'calm' | 'attention';

const icons: Record<Tone, typeof IconCheck> = {
  good: IconCheck,
  bad: IconAlertTriangle,
  warning: IconAlertTriangle,
  calm: IconInfoCircle,
  attention: IconAlertTriangle,
};

/** Text beside related content: a warning, an outcome, a hint. */
export function Notice({
  tone,
  children,
  onDismiss,
}: {
  tone: Tone;
  children: ReactNode;
  onDismiss?: (() => void) | undefined;
}) {
  const Icon = icons[tone];
  return (
    <div
      className={`${classes.notice} ${classes[tone]}`}
      role={tone === 'bad' ? 'alert' : tone === 'good' ? 'status' : undefined}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.text}>{children}</div>
      {onDismiss && (
        <IconButton variant="plain" aria-label={common.dismiss} onClick={onDismiss} className={classes.dismiss}>
          <IconX size={22} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
