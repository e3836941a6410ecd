import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { words } from '../../messages/words.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useDownload } from '../shell/useDownload.ts';
import { exportPath, type ExportName } from './exportPath.ts';
import { RangeFields, readRange, type TypedRange } from './RangeFields.tsx';

interface ExportButtonProps {
  name: ExportName;
  /** Name of the table. */
  what: string;
  /** The button's text on a page with several exports. */
  label?: string;
}

/** Exports a table as a CSV file, for a chosen range. */
export function ExportButton({ name, what, label = words.admin.exports.button }: ExportButtonProps) {
  const [opened, setOpened] = useState(false);
  const title = words.admin.exports.title(what);
  return (
    <>
      <Button variant="raised" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={title} closeButton>
        <ExportForm name={name} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function ExportForm({ name, onDone }: { name: ExportName; onDone: () => void }) {
  const [typed, setTyped] = useState<TypedRange>({ from: '', to: '' });
  const { download, downloading } = useDownload();
  const { from, to, backwards } = readRange(typed);
  const submit = async () => {
    if (!backwards && (await download(exportPath(name, { from, to })))) onDone();
  };
  return (
    <SubmitForm onSubmit={() => void submit()}>
      <Stack gap={12}>
        <p>{words.admin.exports.hint}</p>
        <RangeFields typed={typed} onChange={setTyped} />
        <PrimaryButton type="submit" loading={downloading} disabled={backwards}>
          {words.admin.exports.download}
        </PrimaryButton>
      </Stack>
    </SubmitForm>
  );
}
