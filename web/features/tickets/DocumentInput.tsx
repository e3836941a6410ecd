import { tickets } from '#messages/tickets.ts';
import { FileField } from '../../ui/FileField.tsx';
import type { FormField } from '../../ui/useForm.ts';
import { acceptedTypes, documentError } from './readDocument.ts';

/** Optional attachment; a file of a wrong kind is refused as it is chosen. */
export function DocumentInput({ value, error, onChange }: FormField<File | null>) {
  return (
    <FileField
      label={tickets.document}
      description={tickets.documentHint}
      placeholder={tickets.chooseFile}
      accept={acceptedTypes}
      removeLabel={tickets.removeFile}
      file={value}
      error={documentError(value) ?? error}
      onChange={onChange}
    />
  );
}
