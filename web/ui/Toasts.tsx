import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { words } from '../messages/words.ts';
import { hideToast, onToasts, readToasts } from './toasts.ts';
import classes from './Toasts.module.css';

/** Container of toasts: a live region, so that screen readers announce them. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, readToasts);
  return (
    <div className={classes.toasts} role="status">
      {toasts.map(({ id, text, tone }) => (
        <div key={id} className={classes.toast}>
          {tone === 'good' ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <span className={classes.text}>{text}</span>
          <UnstyledButton className={classes.close} aria-label={words.common.dismiss} onClick={() => hideToast(id)}>
            <IconX size={16} aria-hidden />
          </UnstyledButton>
        </div>
      ))}
    </div>
  );
}
