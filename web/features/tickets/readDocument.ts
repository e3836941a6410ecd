import { dataUrlOf } from '../../lib/dataUrl.ts';
import { tickets } from '#messages/tickets.ts';

const maxBytes = 5 * 1024 * 1024;
export const acceptedTypes = 'image/png,image/jpeg,image/webp,application/pdf';

/** Validates a chosen file; null if valid. The server checks its bytes; this only avoids a useless upload. */
export function documentError(file: File | null): string | null {
  if (file === null) return null;
  if (!acceptedTypes.split(',').includes(file.type)) return tickets.documentType;
  return file.size > maxBytes ? tickets.documentTooBig : null;
}

/** An input with a file as its document; null without one. Rejects when the file can't be read. */
export async function withDocument<Input extends object>(input: Input, file: File | null) {
  return { ...input, document: file && (await dataUrlOf(file)), documentName: file && file.name };
}
