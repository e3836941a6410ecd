import { expect, it } from 'vitest';
import { avatarNamed, avatarNames, avatarSvg, avatarUrl } from './avatars.ts';

it('offers at least 24 different pictures', () => {
  expect(avatarNames.length).toBeGreaterThanOrEqual(24);
  expect(new Set(avatarNames.map(avatarSvg)).size).toBe(avatarNames.length);
});

it.each(avatarNames)('draws %s as an SVG that stands alone and stays small', (name) => {
  const svg = avatarSvg(name) ?? '';
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[^"]+">.*<\/svg>$/);
  expect(svg).not.toMatch(/NaN|undefined|script|href/);
  expect(svg.length).toBeLessThan(8_000);
});

it('finds an avatar by its name and by its URL', () => {
  expect(avatarNamed('lotus')).toBe('lotus');
  expect(avatarNamed(avatarUrl('lotus'))).toBe('lotus');
  expect(avatarNamed(`https://play.example${avatarUrl('lotus')}`)).toBe('lotus');
});

it.each(['', 'rose', '/avatars/rose.svg', 'toString', '__proto__', '/avatars/constructor.svg'])(
  'knows no avatar %j',
  (name) => {
    expect(avatarNamed(name)).toBeNull();
    expect(avatarSvg(name)).toBeNull();
  },
);
