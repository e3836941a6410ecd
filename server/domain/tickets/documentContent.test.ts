import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_MAX_BYTES, readDocumentContent, sniffMediaType } from './documentContent.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([26, 0, 0, 0]), Buffer.from('WEBPVP8L')]);
const pdf = Buffer.from('%PDF-1.7\n');

describe('what a document is', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['application/pdf', pdf],
  ])('%s is known by its first bytes', (mediaType, content) => {
    expect(sniffMediaType(content)).toBe(mediaType);
    expect(readDocumentContent(content.toString('base64'))).toEqual({ mediaType, content });
    expect(readDocumentContent(`data:${mediaType};base64,${content.toString('base64')}`).mediaType).toBe(mediaType);
  });

  it('is detected from its content, whatever the upload declares', () => {
    const html = Buffer.from('<script>alert(1)</script>');
    expect(() => readDocumentContent(`data:image/png;base64,${html.toString('base64')}`)).toThrow(
      'PNG, JPEG, WebP or PDF',
    );
    expect(readDocumentContent(`data:text/html;base64,${png.toString('base64')}`).mediaType).toBe('image/png');
  });

  it.each([
    ['a GIF', Buffer.from('GIF89a')],
    ['a WAV, which is RIFF too', Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVEfmt ')])],
    ['half a PNG signature', png.subarray(0, 4)],
    ['text that mentions PDF further down', Buffer.from(' %PDF-1.7')],
  ])('%s is none of ours', (_, content) => {
    expect(sniffMediaType(content)).toBeNull();
  });
});

describe('an uploaded document', () => {
  it('may be 5 MiB and not a byte more', () => {
    const largest = Buffer.concat([pdf, Buffer.alloc(DOCUMENT_MAX_BYTES - pdf.length)]);
    expect(readDocumentContent(largest.toString('base64')).content).toHaveLength(DOCUMENT_MAX_BYTES);
    const tooLarge = Buffer.concat([largest, Buffer.alloc(1)]);
    expect(() => readDocumentContent(tooLarge.toString('base64'))).toThrow('larger than 5 MiB');
  });

  it.each(['', 'data:image/png;base64,', 'not base64!', 'iVBORw0', 'data:image/png,raw'])('is base64 (%j)', (given) => {
    expect(() => readDocumentContent(given)).toThrow('not a base64 data URL');
  });

  it('comes out as it went in', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (tail) => {
        const content = Buffer.concat([jpeg, tail]);
        expect(readDocumentContent(content.toString('base64')).content.equals(content)).toBe(true);
      }),
    );
  });
});
