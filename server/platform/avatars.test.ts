import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { avatarNamed, avatarNames, avatarSvg, avatarUrl } from './avatars.ts';

it('offers at least 24 different pictures, which are all files of the folder', async () => {
  expect(avatarNames.length).toBeGreaterThanOrEqual(24);
  expect(new Set(await Promise.all(avatarNames.map(avatarSvg))).size).toBe(avatarNames.length);
  const files = readdirSync(new URL('./avatars', import.meta.url));
  expect(avatarNames.map((name) => `${name}.svg`).toSorted()).toEqual(files.toSorted());
});

it.each(avatarNames)('has %s as an SVG that stands alone and stays small', async (name) => {
  const svg = (await avatarSvg(name)) ?? '';
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[^"]+">.*<\/svg>$/);
  expect(svg).not.toMatch(/NaN|undefined|script|href/);
  expect(svg.length).toBeLessThan(8_000);
});

it('finds an avatar by its name and by its URL', () => {
  expect(avatarNamed('lotus')).toBe('lotus');
  expect(avatarNamed(avatarUrl('lotus'))).toBe('lotus');
  expect(avatarNamed(`https://play.example${avatarUrl('lotus')}`)).toBe('lotus');
});

it.each(['', 'rose', '/avatars/rose.svg', 'toString', '__proto__', '/avatars/constructor.svg', '../avatars'])(
  'knows no avatar %j',
  async (name) => {
    expect(avatarNamed(name)).toBeNull();
    expect(await avatarSvg(name)).toBeNull();
  },
);
