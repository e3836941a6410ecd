import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useId, useRef } from 'react';
import { tickets } from '#messages/tickets.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { FormField } from '../../ui/useForm.ts';
import { acceptedTypes, documentError } from '../tickets/readDocument.ts';
import classes from './AttachButton.module.css';

/** Optional attachment in the room of a button; the chosen file's name stands beside it. */
export function AttachButton({ value, error, onChange }: FormField<File | null>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // So that a file that was removed or sent can be selected again.
  useEffect(() => {
    if (value === null && input.current) input.current.value = '';
  }, [value]);
  const wrong = documentError(value) ?? error;
  return (
    <div className={classes.attach}>
      <label className={classes.button} title={tickets.documentHint}>
        <IconPaperclip size={20} aria-hidden />
        <input
          ref={input}
          type="file"
          accept={acceptedTypes}
          className={classes.input}
          aria-label={tickets.document}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? id : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
        />
      </label>
      {value && (
        <>
          <span className={classes.name}>{value.name}</span>
          <IconButton variant="plain" aria-label={tickets.removeFile} onClick={() => onChange(null)}>
            <IconX size={18} aria-hidden />
          </IconButton>
        </>
      )}
      {wrong && (
        <span id={id} className={classes.wrong}>
          {wrong}
        </span>
      )}
    </div>
  );
}
