import { Textarea } from '@mantine/core';
import { notices } from '#messages/admin/notices.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import type { PauseNotice } from './usePause.ts';

interface PauseDialogProps {
  opened: boolean;
  /** Of what is paused or resumed. */
  name: string;
  paused: boolean;
  notice: PauseNotice;
  setNotice: (notice: PauseNotice) => void;
  problem: string | null;
  busy: boolean;
  confirm: () => Promise<void>;
  onCancel: () => void;
}

/** The confirmation of a pause, with its notice, or of its end. */
export function PauseDialog({ opened, name, paused, problem, busy, confirm, onCancel, ...fields }: PauseDialogProps) {
  const text = notices;
  return (
    <ConfirmDialog
      opened={opened}
      title={paused ? text.resumeNamed(name) : text.pauseNamed(name)}
      question={paused ? text.questionResume(name) : text.question(name)}
      note={
        <Stack gap={12}>
          <p>{paused ? text.resumed : text.consequence}</p>
          {!paused && <NoticeFields {...fields} />}
          {problem && <Notice tone="bad">{problem}</Notice>}
        </Stack>
      }
      confirmLabel={paused ? text.resume : text.pause}
      danger={!paused}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    />
  );
}

function NoticeFields({ notice, setNotice }: Pick<PauseDialogProps, 'notice' | 'setNotice'>) {
  const text = notices;
  return (
    <>
      <Textarea
        label={text.english}
        maxLength={300}
        value={notice.english}
        onChange={({ currentTarget }) => setNotice({ ...notice, english: currentTarget.value })}
      />
      <Textarea
        label={text.hindi}
        description={text.hindiHint}
        maxLength={300}
        lang="hi"
        value={notice.hindi}
        onChange={({ currentTarget }) => setNotice({ ...notice, hindi: currentTarget.value })}
      />
    </>
  );
}
