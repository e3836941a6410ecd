import { words } from '../../messages/words.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { type RememberedLog, useRememberedLog } from './useRememberedLog.ts';

/** A warning where the public log does not continue what this browser saw of it before; else nothing. */
export function LogFork() {
  return <ForkNotice log={useRememberedLog()} />;
}

export function ForkNotice({ log }: { log: RememberedLog }) {
  if (log?.kind !== 'forked') return null;
  const text = words.transparency.log;
  return (
    <Notice tone="bad">
      <Stack gap={8}>
        <strong>{text.forked}</strong>
        <span>{text.forkedHint}</span>
        <CopyButton text={`${log.before}\n${log.after}`} label={text.copy} copied={text.copied} />
      </Stack>
    </Notice>
  );
}
