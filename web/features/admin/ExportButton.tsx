import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { exports } from '#messages/admin/exports.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { SubmitForm } from '../../ui/SubmitForm.tsx';
import { useDownload } from '../shell/useDownload.ts';
import { exportActions, exportPath, type ExportFormat, type ExportName } from './exportPath.ts';
import { RangeFields, readRange, type TypedRange } from './RangeFields.tsx';
import { useMay } from './useMay.ts';

interface ExportButtonProps {
  name: ExportName;
  /** Name of the table. */
  what: string;
  /** The button's text on a page with several exports. */
  label?: string;
  /** The filter of the screen, as in the file's address; its range is where the dialog starts. */
  filter?: Readonly<Record<string, string>>;
  range?: TypedRange;
}

const wholeRange: TypedRange = { from: '', to: '' };

/** Exports a table as a CSV or XLSX file, for a chosen range; for admins who may. */
export function ExportButton({
  name,
  what,
  label = exports.button,
  filter = {},
  range = wholeRange,
}: ExportButtonProps) {
  const [opened, setOpened] = useState(false);
  const may = useMay();
  const title = exports.title(what);
  if (!may(exportActions[name])) return null;
  return (
    <>
      <Button variant="raised" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={title} closeButton>
        <ExportForm name={name} filter={filter} range={range} onDone={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

type ExportFormProps = Required<Pick<ExportButtonProps, 'name' | 'filter' | 'range'>> & { onDone: () => void };

function ExportForm({ name, filter, range, onDone }: ExportFormProps) {
  const [typed, setTyped] = useState<TypedRange>({ from: range.from, to: range.to });
  const { download, downloading } = useDownload();
  const { from, to, backwards } = readRange(typed);
  const submit = async (format: ExportFormat) => {
    if (!backwards && (await download(exportPath(name, format, { from, to }, filter)))) onDone();
  };
  return (
    <SubmitForm onSubmit={() => void submit('csv')}>
      <Stack gap={12}>
        <p>{exports.hint}</p>
        {Object.keys(filter).length > 0 && <p>{exports.filtered}</p>}
        <p>{exports.formats}</p>
        <RangeFields typed={typed} onChange={setTyped} />
        <PrimaryButton type="submit" loading={downloading} disabled={backwards}>
          {exports.download.csv}
        </PrimaryButton>
        <Button variant="raised" disabled={backwards || downloading} onClick={() => void submit('xlsx')}>
          {exports.download.xlsx}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
