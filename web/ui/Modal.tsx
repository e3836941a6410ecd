import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { common } from '#messages/common.ts';
import { IconButton } from './IconButton.tsx';
import classes from './Modal.module.css';
import { useBackCloses } from './useBackCloses.ts';

/** As long as the longest transition of Modal.module.css: the content stays until it is over. */
const closingMs = 250;

/** While an action is under way its button can't have the focus. */
const firstControl = '[data-autofocus]:not(:disabled)';
/** What can have the focus in the body of a dialog. */
const controls = '[data-body] :is(a[href], input, select, textarea, button):not(:disabled, [tabindex="-1"])';

interface ModalProps {
  opened: boolean;
  /** Called by Escape, Back, a press beside the dialog, and the close button. */
  onClose: () => void;
  title: ReactNode;
  /** The title is for screen readers only. */
  titleHidden?: boolean;
  closeButton?: boolean;
  /** Classes of the dialog and of its head and body. */
  className: string | undefined;
  headClassName: string | undefined;
  bodyClassName: string | undefined;
  children: ReactNode;
}

/**
 * The browser's modal dialog: it keeps the focus, makes the rest of the page inert, and gives the focus back. An element
 * with `data-autofocus` has the focus first, else the first control below the head. Its content exists while it is open.
 * The head is no <header>, which would be a second banner landmark.
 */
export function Modal({
  opened,
  onClose,
  title,
  titleHidden = false,
  closeButton = false,
  className,
  headClassName,
  bodyClassName,
  children,
}: ModalProps) {
  const titleId = useId();
  const dialog = useOpenDialog(opened);
  const backdrop = useBackdrop(onClose);
  const present = usePresence(opened);
  useBackCloses(opened, onClose);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does it too
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`${classes.modal} ${className ?? ''}`}
      // A file input inside has events of this name too.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Browsers close a dialog by themselves when Escape is pressed again.
      onClose={({ currentTarget }) => {
        if (opened && !currentTarget.open) onClose();
      }}
      {...backdrop}
    >
      {present && (
        <>
          <div className={titleHidden ? 'visually-hidden' : headClassName}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            {closeButton && (
              <IconButton variant="plain" aria-label={common.close} onClick={onClose}>
                <IconX size={22} aria-hidden />
              </IconButton>
            )}
          </div>
          <div className={bodyClassName} data-body>
            {children}
          </div>
        </>
      )}
    </dialog>
  );
}

/** Opens and closes the dialog. Closing it is what gives the focus back, also when it is removed while it is open. */
function useOpenDialog(opened: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!opened || !dialog) return undefined;
    dialog.showModal();
    const first = dialog.querySelector<HTMLElement>(firstControl) ?? dialog.querySelector<HTMLElement>(controls);
    first?.focus();
    return () => dialog.close();
  }, [opened]);
  return ref;
}

/** Whether the content is there: while the dialog is open, and until it has left the screen. */
function usePresence(opened: boolean): boolean {
  const [leaving, setLeaving] = useState(opened);
  if (opened && !leaving) setLeaving(true);
  useEffect(() => {
    if (opened) return undefined;
    const timer = setTimeout(() => setLeaving(false), closingMs);
    return () => clearTimeout(timer);
  }, [opened]);
  return opened || leaving;
}

/**
 * Handlers that close the dialog by a press beside it: on its backdrop, which is part of the element. A press that
 * begins inside, such as one that selects text, doesn't close it.
 */
function useBackdrop(onClose: () => void) {
  const began = useRef(false);
  const isBackdrop = ({ target, currentTarget }: MouseEvent) => target === currentTarget;
  return {
    onMouseDown: (event: MouseEvent) => {
      began.current = isBackdrop(event);
    },
    onClick: (event: MouseEvent) => {
      if (began.current && isBackdrop(event)) onClose();
    },
  };
}
