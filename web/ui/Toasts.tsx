import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { common } from '#messages/common.ts';
import { hideToast, onToasts, readToasts } from './toasts.ts';
import classes from './Toasts.module.css';

/** Container of toasts: a live region, so that screen readers announce them. It is above open dialogs. */
export function Toasts() {
  const toasts = useSyncExternalStore(onToasts, readToasts);
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = container.current;
    if (!popover || !('showPopover' in popover) || toasts.length === 0) return;
    // What is shown last is above the rest.
    popover.hidePopover();
    popover.showPopover();
  }, [toasts]);
  return (
    <div ref={container} popover="manual" className={classes.toasts} role="status">
      {toasts.map(({ id, text, tone }) => (
        <div key={id} className={classes.toast}>
          {tone === 'good' ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          <span className={classes.text}>{text}</span>
          <button type="button" className={classes.close} aria-label={common.dismiss} onClick={() => hideToast(id)}>
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
