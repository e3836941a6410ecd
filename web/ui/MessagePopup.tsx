import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconExclamationMark from '@tabler/icons-react/dist/esm/icons/IconExclamationMark.mjs';
import { common } from '#messages/common.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import classes from './Dialogs.module.css';
import { useLastDefined } from './useLastDefined.ts';

export interface Message {
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

/** Shows the result of an action until it is closed. */
export function MessagePopup({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const shown = useLastDefined(message);
  const good = shown?.tone === 'good';
  return (
    <Dialog opened={message !== null} onClose={onClose} title={common.message} titleHidden>
      <div className={`${classes.tone} ${good ? classes.good : classes.bad}`} aria-hidden>
        {good ? <IconCheck size={26} /> : <IconExclamationMark size={26} />}
      </div>
      <p className={classes.message} role={good ? 'status' : 'alert'}>
        {shown?.text}
      </p>
      <Button fullWidth variant="light" onClick={onClose} data-autofocus>
        {common.close}
      </Button>
    </Dialog>
  );
}
