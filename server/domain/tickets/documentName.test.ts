import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentName } from './documentName.ts';

it.each([
  ['receipt.png', 'receipt.png'],
  ['रसीद नवंबर.png', 'रसीद नवंबर.png'],
  ['payment.final.JPEG', 'payment.final.png'],
  ['invoice.exe', 'invoice.png'],
  ['C:\\Users\\pia\\receipt.png', 'receipt.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['a"b\r\nSet-Cookie: x.png', 'abSet-Cookie x.png'],
  ['gnp.\u202Etpircs.png', 'gnp.tpircs.png'],
  ['  .png', 'document.png'],
  ['', 'document.png'],
  [null, 'document.png'],
])('%j of a PNG becomes %j', (given, name) => {
  expect(documentName(given, 'image/png')).toBe(name);
});

it('has at most 100 characters before its extension, no folder and no control character, whatever is given', () => {
  expect(documentName('🎟'.repeat(300), 'application/pdf')).toBe(`${'🎟'.repeat(100)}.pdf`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const name = documentName(given, 'image/webp');
      expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}"\\/]{1,200}\.webp$/u);
      expect([...name].length).toBeLessThanOrEqual(105);
    }),
  );
});
