import { Button, Modal, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { instantOfIndianTime } from '../../lib/indianTime.ts';
import { words } from '../../messages/words.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { exportPath, type ExportName } from './exportPath.ts';
import { useDownload } from './useDownload.ts';

/** Offers a table as a CSV file, of any range. `what` names it in words. */
export function ExportButton({ name, what }: { name: ExportName; what: string }) {
  const [opened, setOpened] = useState(false);
  const title = words.admin.exports.title(what);
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {words.admin.exports.button}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={title}>
        <ExportForm name={name} onDone={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function ExportForm({ name, onDone }: { name: ExportName; onDone: () => void }) {
  const [typed, setTyped] = useState({ from: '', to: '' });
  const { download, downloading } = useDownload();
  const from = instantOfIndianTime(typed.from);
  const to = instantOfIndianTime(typed.to);
  const backwards = from !== null && to !== null && from >= to;
  const submit = async () => {
    if (!backwards && (await download(exportPath(name, { from, to })))) onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={12}>
        <p>{words.admin.exports.hint}</p>
        <TextInput
          type="datetime-local"
          label={words.admin.range.from}
          value={typed.from}
          onChange={(event) => setTyped({ ...typed, from: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={words.admin.range.to}
          value={typed.to}
          onChange={(event) => setTyped({ ...typed, to: event.currentTarget.value })}
        />
        {backwards && <Notice tone="bad">{words.admin.range.backwards}</Notice>}
        <PrimaryButton type="submit" loading={downloading} disabled={backwards}>
          {words.admin.exports.download}
        </PrimaryButton>
      </Stack>
    </form>
  );
}
