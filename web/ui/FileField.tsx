import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useId, useRef } from 'react';
import { Field, inputAttributes, type FieldTexts } from './Field.tsx';
import classes from './Field.module.css';
import { IconButton } from './IconButton.tsx';

interface FileFieldProps extends FieldTexts {
  placeholder: string;
  /** Media types, as the `accept` attribute has them. */
  accept: string;
  /** Name of the button that removes the file. */
  removeLabel: string;
  file: File | null;
  onChange: (file: File | null) => void;
}

/** An input for one file, which shows the file's name and can be emptied. */
export function FileField({ placeholder, accept, removeLabel, file, onChange, ...texts }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // So that a file that was removed or sent can be selected again.
  useEffect(() => {
    if (file === null && input.current) input.current.value = '';
  }, [file]);
  return (
    <Field id={id} {...texts}>
      <div className={`${classes.box} ${classes.before} ${file ? classes.after : ''}`}>
        <input
          ref={input}
          type="file"
          accept={accept}
          onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
          {...inputAttributes(id, texts)}
          className={classes.file}
        />
        <div className={`${classes.input} ${classes.fileName} ${file ? '' : classes.empty}`} aria-hidden>
          {file?.name ?? placeholder}
        </div>
        <span className={classes.left} aria-hidden>
          <IconPaperclip size={18} />
        </span>
        {file && (
          <span className={classes.right}>
            <IconButton variant="plain" aria-label={removeLabel} onClick={() => onChange(null)}>
              <IconX size={18} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
    </Field>
  );
}
