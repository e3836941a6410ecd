import { jsxDEV as create, type JSXSource } from 'react/jsx-dev-runtime';
import type { ElementType, Key } from 'react';
import { translatable, type Props } from './translatable.ts';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

/** What JSX is compiled to in development and tests. */
export const jsxDEV = (
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) => create(type, translatable(type, props, isStatic), key, isStatic, source, self);
