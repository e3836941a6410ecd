import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { filesUnder } from '../../server/build/filesUnder.ts';

/**
 * A text that isn't written within JSX gets no element of its own from its runtime (web/jsx/translatable.ts): what a
 * component returns, and what a list in JSX consists of.
 */

/** Props that are nodes, which a component may return; and one of its props that makes them. */
const nodes = ['children', 'children(data)', 'children(data.product)', 'head', 'loading'];
/** Wraps each of its children. */
const wrapping = 'Parts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isFunction(value: unknown): value is Node & { readonly body: unknown } {
  return isNode(value) && /Function(?:Declaration|Expression)$/.test(value.type);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** What an expression may result in, of its branches; without elements and nothing. */
function textsOf(expression: unknown): Node[] {
  if (!isNode(expression)) return [];
  const { type, value } = expression;
  if (type === 'ConditionalExpression') return [expression['consequent'], expression['alternate']].flatMap(textsOf);
  if (type === 'LogicalExpression') {
    return [...(expression['operator'] === '&&' ? [] : textsOf(expression['left'])), ...textsOf(expression['right'])];
  }
  if (type === 'ParenthesizedExpression') return textsOf(expression['expression']);
  if (type === 'JSXElement' || type === 'JSXFragment') return [];
  if (type === 'Literal' && (value === null || typeof value === 'boolean')) return [];
  return isFunction(mapped(expression)) ? resultsOf(mapped(expression) as Node) : [expression];
}

/** What a call of map() is given. */
function mapped({ type, callee, arguments: given }: Node): unknown {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property'])) return undefined;
  return callee['property']['name'] === 'map' ? (given as unknown[])[0] : undefined;
}

/** The texts that a function returns, without those of functions within it. */
function resultsOf({ body }: Node): Node[] {
  if (!isNode(body) || body.type !== 'BlockStatement') return textsOf(body);
  const within = (node: Node): Node[] => {
    if (isFunction(node)) return [];
    return node.type === 'ReturnStatement' ? textsOf(node['argument']) : childrenOf(node).flatMap(within);
  };
  return within(body);
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

/** Those of components, and of lists that are children in JSX. */
function bareTexts(node: Node): Node[] {
  const own = () => {
    const component = node.type === 'VariableDeclarator' ? node['init'] : node;
    if (/^[A-Z]/.test(nameOf(node['id'])) && isFunction(component)) return resultsOf(component);
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return [];
    const opening = node['openingElement'];
    if (isNode(opening) && nameOf(opening['name']) === wrapping) return [];
    return (node['children'] as Node[])
      .filter(({ type, expression }) => type === 'JSXExpressionContainer' && isNode(expression))
      .map(({ expression }) => expression as Node)
      .filter((expression) => isFunction(mapped(expression)))
      .flatMap(textsOf);
  };
  return [...own(), ...childrenOf(node).flatMap(bareTexts)];
}

function find(path: string, source: string): string[] {
  const texts = bareTexts(parseSync(path, source).program as unknown as Node);
  return texts.map(({ start, end }) => source.slice(start, end)).filter((text) => !nodes.includes(text));
}

const screens = filesUnder('web').filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'));

test('no component and no list in JSX consists of texts without an element', () => {
  expect(screens.length).toBeGreaterThan(300);
  const found = screens.flatMap((path) => find(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});

test.each([
  ['function Phase() { if (over) return words.over; return <i />; }', 'words.over'],
  ['const Phase = ({ at }) => at === null ? `never` : <Instant at={at} />;', '`never`'],
  ['const list = <p>{names.map((name) => name)}</p>;', 'name'],
  ['function Flags() { return flags.map(({ text }) => text ?? <i />); }', 'text'],
])('%s has one', (source, text) => {
  expect(find('a.tsx', source)).toEqual([text]);
});

test.each([
  'function Phase() { const t = () => "a"; return <p title={t()}>{over && words.over}</p>; }',
  'const list = <p>{names.map((name) => (<b key={name}>{name}</b>))}</p>;',
  'const list = <Select data={names.map((name) => name)} />;',
  'const list = <Parts>{names.map((name) => name)}</Parts>;',
])('%s has none', (source) => {
  expect(find('a.tsx', source)).toEqual([]);
});
