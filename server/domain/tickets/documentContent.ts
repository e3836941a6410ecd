import { invalidInput } from '../ground/refusals/errors.ts';

/** Maximum bytes of a document, decoded. */
export const DOCUMENT_MAX_BYTES = 5 * 1024 * 1024;

export const mediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const;
export type MediaType = (typeof mediaTypes)[number];

export interface DocumentContent {
  mediaType: MediaType;
  content: Buffer;
}

const signatures: readonly { mediaType: MediaType; parts: readonly { at: number; bytes: Buffer }[] }[] = [
  { mediaType: 'image/png', parts: [{ at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }] },
  { mediaType: 'image/jpeg', parts: [{ at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) }] },
  {
    mediaType: 'image/webp',
    parts: [
      { at: 0, bytes: Buffer.from('RIFF') },
      { at: 8, bytes: Buffer.from('WEBP') },
    ],
  },
  { mediaType: 'application/pdf', parts: [{ at: 0, bytes: Buffer.from('%PDF-') }] },
];

/** The media type of these bytes, by their signature; null when it isn't an accepted one. */
export function sniffMediaType(content: Buffer): MediaType | null {
  const found = signatures.find(({ parts }) =>
    parts.every(({ at, bytes }) => content.subarray(at, at + bytes.length).equals(bytes)),
  );
  return found?.mediaType ?? null;
}

/**
 * Reads an uploaded document, given as a data URL or as bare base64. The URL's own media type is ignored. Refuses as
 * invalid input what is not base64, larger than 5 MiB, or neither PNG, JPEG, WebP nor PDF.
 */
export function readDocumentContent(given: string): DocumentContent {
  const base64 = given.replace(/^data:[^,]{0,200};base64,/, '');
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  if ((base64.length / 4) * 3 - padding > DOCUMENT_MAX_BYTES) throw refused('is larger than 5 MiB');
  if (base64 === '' || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw refused('is not a base64 data URL');
  }
  const content = Buffer.from(base64, 'base64');
  const mediaType = sniffMediaType(content);
  if (!mediaType) throw refused('must be a PNG, JPEG, WebP or PDF file');
  return { mediaType, content };
}

function refused(why: string) {
  return invalidInput('document', `The document ${why}.`);
}
