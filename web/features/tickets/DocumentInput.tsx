import { words } from '../../messages/words.ts';
import { FileField } from '../../ui/FileField.tsx';
import { acceptedTypes, documentError } from './readDocument.ts';

/** Optional attachment. */
export function DocumentInput({ file, onChange }: { file: File | null; onChange: (file: File | null) => void }) {
  return (
    <FileField
      label={words.tickets.document}
      description={words.tickets.documentHint}
      placeholder={words.tickets.chooseFile}
      accept={acceptedTypes}
      removeLabel={words.tickets.removeFile}
      file={file}
      error={file && documentError(file)}
      onChange={onChange}
    />
  );
}
