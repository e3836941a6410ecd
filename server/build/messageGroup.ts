import { transform } from 'esbuild';
import { parseAst } from 'vite';
import { icuCode } from './icuCode.ts';

/** BCP 47 tag by language. */
export type Locales = Readonly<Record<string, string>>;

/** A group of messages: the name it is exported by, and the JavaScript expression of its value, without imports. */
export interface MessageGroup {
  readonly name: string;
  readonly expression: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Constants extends Node {
  readonly declarations: readonly { readonly id: { readonly name: string }; readonly init: Node }[];
}

interface Call extends Node {
  readonly callee: { readonly object?: { readonly name?: string }; readonly property?: { readonly name?: string } };
  readonly arguments: readonly (Node & { readonly value?: unknown })[];
}

/**
 * Compiles a file of messages, which exports one constant: types are stripped, and each `icu.<language>('…', { … })` is
 * replaced by the code of its message. Throws when the file holds anything else.
 */
export async function compileGroup(source: string, locales: Locales): Promise<MessageGroup> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm', charset: 'utf8' });
  const body = parseAst(code).body as readonly Node[];
  // esbuild writes `export const a = …` as `const a = …; export { a };`.
  const others = body.filter(({ type }) => !/^(ImportDeclaration|ExportNamedDeclaration)$/.test(type));
  const [constant, ...more] = others.flatMap((node) => (node as Partial<Constants>).declarations ?? []);
  if (!constant || more.length > 0 || others.length > 1) {
    throw new Error(`A file of messages exports one constant and has nothing else:\n${source}`);
  }
  return { name: constant.id.name, expression: withoutIcu(code, constant.init, locales) };
}

function withoutIcu(code: string, init: Node, locales: Locales): string {
  let at = init.start;
  let written = '';
  for (const call of callsIn(init)) {
    const locale = locales[call.callee.property?.name ?? ''];
    const [message, values] = call.arguments;
    if (locale === undefined || typeof message?.value !== 'string' || !values) {
      throw new Error(`Not icu.<language>('…', { … }): ${code.slice(call.start, call.end)}`);
    }
    const given = code.slice(values.start, values.end);
    written += `${code.slice(at, call.start)}(v=>${icuCode(message.value, locale)})(${given})`;
    at = call.end;
  }
  return written + code.slice(at, init.end);
}

/** The calls of `icu.<language>` under a node, in their order. */
function callsIn(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(callsIn);
  const call = node as Call;
  if (call.type === 'CallExpression' && call.callee.object?.name === 'icu') return [call];
  return Object.values(node).flatMap(callsIn);
}
