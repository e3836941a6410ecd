import { jsx as create, jsxs as createMany } from 'react/jsx-runtime';
import type { ElementType, Key } from 'react';
import { translatable, type Props } from './translatable.ts';

export { Fragment, type JSX } from 'react/jsx-runtime';

/** What the build compiles JSX to: React's own, with texts that can be translated (translatable.ts). */
export const jsx = (type: ElementType, props: Props, key?: Key) => create(type, translatable(type, props, false), key);

export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  createMany(type, translatable(type, props, true), key);
