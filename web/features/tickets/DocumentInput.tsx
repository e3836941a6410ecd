import { FileInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { words } from '../../messages/words.ts';
import { acceptedTypes, documentError } from './readDocument.ts';

/** Optional attachment. */
export function DocumentInput({ file, onChange }: { file: File | null; onChange: (file: File | null) => void }) {
  return (
    <FileInput
      label={words.tickets.document}
      description={words.tickets.documentHint}
      placeholder={words.tickets.chooseFile}
      accept={acceptedTypes}
      leftSection={<IconPaperclip size={18} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': words.tickets.removeFile }}
      value={file}
      error={file && documentError(file)}
      onChange={onChange}
    />
  );
}
