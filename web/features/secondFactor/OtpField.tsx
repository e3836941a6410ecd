import type { ComponentProps } from 'react';
import { TextField } from '../../ui/TextField.tsx';

/** A field for a code of an authenticator app, which phones and password managers fill in. */
export function OtpField(field: ComponentProps<typeof TextField>) {
  return <TextField inputMode="numeric" autoComplete="one-time-code" spellCheck={false} {...field} />;
}
