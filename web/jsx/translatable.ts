import { Fragment, jsx } from 'react/jsx-runtime';
import type { ElementType, ReactNode } from 'react';

export interface Props {
  children?: ReactNode;
  translate?: 'yes' | 'no' | undefined;
}

/** Elements that hold text alone: React joins what it is given. */
const ofText: readonly unknown[] = ['option', 'title', 'text'];

/** Amounts, times, clocks, counts; and periods, ids, references, hashes, addresses: one word with a digit in it. */
const value = /^(?=.*\d)(?:(?:\P{L}|\b(?:[ap]m|UID)\b)*|\S*)$/u;

/**
 * Prepares the texts of an element for browsers that translate the page. They put other nodes in the place of texts, while
 * React writes into the text nodes that it has made, and throws when it removes one that has gone. Only where a text is all
 * that an element has, React sets the element's content. Each text with siblings therefore gets a <span>, and values, which
 * are the same in each language, are marked as such. `several` children are an array that the compiler makes anew for
 * each call; it is changed.
 */
export function translatable<Given extends Props>(type: ElementType, props: Given, several: boolean): Given {
  const { children } = props;
  if (several) {
    if (!ofText.includes(type)) wrapTexts(children as ReactNode[]);
  } else if (isText(children)) {
    if (type === Fragment) props.children = span(String(children));
    else if (typeof type === 'string' && value.test(String(children))) props.translate ??= 'no';
  }
  return props;
}

/** Adjacent texts share a <span>, as they share an item of a flex box. Other children keep their index, which is their key. */
function wrapTexts(children: ReactNode[]): void {
  let first = -1;
  let text = '';
  const wrap = () => {
    if (first >= 0) children[first] = text.trim() === '' ? text : span(text);
    first = -1;
    text = '';
  };
  for (const [index, child] of children.entries()) {
    if (isText(child)) {
      if (first < 0) first = index;
      text += String(child);
      children[index] = null;
    } else if (child !== null && child !== undefined && typeof child !== 'boolean') wrap();
  }
  wrap();
}

function isText(child: ReactNode): child is string | number | bigint {
  return typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
}

function span(text: string): ReactNode {
  return jsx('span', translatable('span', { children: text }, false));
}
