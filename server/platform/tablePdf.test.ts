import { expect, it } from 'vitest';
import { drawnLetters } from '../../tests/support/pdf.ts';
import { runsOf, tablePdf } from './tablePdf.ts';

async function pdfOf(text: string): Promise<string> {
  const table = await tablePdf({
    language: 'en',
    title: text,
    facts: [],
    notes: [],
    columns: [{ title: 'one', width: 300 }],
    rows: [['1']],
    footer: () => '1',
    madeAt: new Date(0),
  });
  return Buffer.concat(await table.toArray()).toString('latin1');
}

it.each([
  ['Tamil', 'தமிழ்நாடு கௌரி ஸ்ரீ'],
  ['Bengali', 'বাংলা ক্ষত্রিয় শ্রী'],
  ['Telugu', 'తెలుగు క్షత్రియ శ్రీ'],
  ['Gujarati', 'ગુજરાતી ક્ષત્રિય શ્રી'],
  ['Kannada', 'ಕನ್ನಡ ಕ್ಷತ್ರಿಯ ಶ್ರೀ'],
  ['Malayalam', 'മലയാളം ക്ഷത്രിയ ശ്രീ'],
  ['Punjabi', 'ਪੰਜਾਬੀ ਸ਼੍ਰੀ'],
  ['Odia', 'ଓଡ଼ିଆ କ୍ଷତ୍ରିୟ ଶ୍ରୀ'],
  ['Hindi', 'हिन्दी क्षत्रिय श्री ₹'],
  ['Arabic', 'محمد عبد الله'],
  ['Polish', 'Łódź Żółć'],
  ['emoji', '😀🎉❤👍🙏💰🔥'],
])('a text in %s is drawn with all its letters', async (_script, text) => {
  const pdf = await pdfOf(text);
  const drawn = drawnLetters(pdf);
  // Some fonts draw a vowel by its parts.
  const isDrawn = (letter: string) =>
    [letter, letter.normalize('NFD')].some((form) => form.split('').every((unit) => drawn.has(unit)));
  expect([...text].filter((letter) => !isDrawn(letter))).toEqual([]);
  expect(drawn.has('?')).toBe(false);
});

it('fonts are loaded for the scripts of the texts alone', async () => {
  expect((await pdfOf('Asha Rao')).match(/\/FontFile2/g)).toHaveLength(1);
  expect((await pdfOf('ஆஷா Rao')).match(/\/FontFile2/g)).toHaveLength(2);
});

it('a character that no font has is drawn as "?"', async () => {
  expect(drawnLetters(await pdfOf('a\u{13000}b')).has('?')).toBe(true);
});

it('words of Arabic are drawn last to first, and what is around them stays', () => {
  const texts = (text: string) => runsOf(text).map((run) => run.text);
  expect(texts('محمد عبد الله')).toEqual(['الله', ' ', 'عبد', ' ', 'محمد']);
  expect(texts('Asha, محمد عبد (1)')).toEqual(['Asha, ', 'عبد', ' ', 'محمد', ' (1)']);
});
