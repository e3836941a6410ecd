import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesUnder } from '../../server/build/filesUnder.ts';

/** Units of a letter's size. Browsers measure them in the first font at hand: while the web font is cut by characters, another. */
const UNIT = /(?<![\w#.])-?\d*\.?\d+r?(?:ch|ex|cap|ic)\b/g;

const styles = filesUnder('web').filter(
  (path) => /\.(css|html|tsx?)$/.test(path) && !/^web\/(dist|gql)\//.test(path) && !/\.test\.tsx?$/.test(path),
);

test('no length depends on a letter of a font: another font’s letter may be narrower than those that have to fit', () => {
  expect(styles.length).toBeGreaterThan(300);
  const found = styles.flatMap((path) =>
    (readFileSync(path, 'utf8').match(UNIT) ?? []).map((use) => `${path}: ${use}`),
  );
  expect(found).toEqual([]);
});

test.each(['min(12ch, 40vw)', 'max-width: 36ch', 'margin: -.5ex', '1.5cap', '2ric'])('%s is found', (text) => {
  expect(text.match(UNIT)).not.toBeNull();
});
