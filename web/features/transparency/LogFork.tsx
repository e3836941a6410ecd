import { transparency } from '#messages/transparency.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { type RememberedLog, useRememberedLog } from './useRememberedLog.ts';

/** A warning where the public log is not signed, or does not continue what this browser saw of it before; else nothing. */
export function LogFork() {
  return <ForkNotice log={useRememberedLog()} />;
}

export function ForkNotice({ log }: { log: RememberedLog }) {
  if (log?.kind !== 'forked' && log?.kind !== 'renamed' && log?.kind !== 'unsigned') return null;
  const text = transparency.log;
  const states = log.kind === 'unsigned' ? log.after : `${log.before}\n${log.after}`;
  return (
    <Notice tone="bad">
      <Stack gap={8}>
        <strong>{text[log.kind]}</strong>
        <span>{log.kind === 'renamed' ? text.renamedHint : text.forkedHint}</span>
        <CopyButton text={states} label={text.copy} copied={text.copied} />
      </Stack>
    </Notice>
  );
}
