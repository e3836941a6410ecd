import { words } from '../../messages/words.ts';

const mostBytes = 5 * 1024 * 1024;
export const acceptedTypes = 'image/png,image/jpeg,image/webp,application/pdf';

/** What is wrong with a chosen file, or null. The server looks at its bytes; this only spares the way there. */
export function wrongDocument(file: File): string | null {
  if (!acceptedTypes.split(',').includes(file.type)) return words.tickets.documentType;
  return file.size > mostBytes ? words.tickets.documentTooBig : null;
}

/** A file as a data URL, as the API takes documents. */
export function readDocument(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')));
    reader.readAsDataURL(file);
  });
}
