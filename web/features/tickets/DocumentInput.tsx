import { words } from '../../messages/words.ts';
import { FileField } from '../../ui/FileField.tsx';
import type { FormField } from '../../ui/useForm.ts';
import { acceptedTypes, documentError } from './readDocument.ts';

/** Optional attachment; a file of a wrong kind is refused as it is chosen. */
export function DocumentInput({ value, error, onChange }: FormField<File | null>) {
  return (
    <FileField
      label={words.tickets.document}
      description={words.tickets.documentHint}
      placeholder={words.tickets.chooseFile}
      accept={acceptedTypes}
      removeLabel={words.tickets.removeFile}
      file={value}
      error={documentError(value) ?? error}
      onChange={onChange}
    />
  );
}
