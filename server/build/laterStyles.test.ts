import { expect, it } from 'vitest';
import { laterStyles } from './laterStyles.ts';

const transform = laterStyles.transform as (code: string, id: string) => string | undefined;
const HELPER_ID = '\0vite/preload-helper.js';

it('puts style sheets that are loaded later at the end of the body', () => {
  expect(transform('document.head.appendChild(link);', HELPER_ID)).toBe('document.body.appendChild(link);');
});

it('changes no other module', () => {
  expect(transform('document.head.appendChild(link);', '/web/main.tsx')).toBeUndefined();
});

it('fails when Vite loads them in another way', () => {
  expect(() => transform('document.head.append(link);', HELPER_ID)).toThrow('in another way');
});
