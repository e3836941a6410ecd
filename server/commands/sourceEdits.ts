import { parseSync } from 'vite';

/** Names to import from a module, by its path as the importing file writes it. */
export interface Import {
  readonly from: string;
  readonly names: readonly string[];
}

const insert = (text: string, at: number, addition: string) => text.slice(0, at) + addition + text.slice(at);
const parse = (text: string) => parseSync('source.ts', text);

/** The source text with these values imported, those that it imports already left as they are. */
export function withImports(text: string, imports: readonly Import[]): string {
  return imports.reduce(withImport, text);
}

function withImport(text: string, { from, names }: Import): string {
  const { staticImports } = parse(text).module;
  const entries = staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === from)
    .flatMap((each) => each.entries)
    .filter(({ isType, importName }) => !isType && importName.kind === 'Name');
  const missing = names.filter((name) => entries.every(({ importName }) => importName.name !== name));
  if (missing.length === 0) return text;
  const last = entries.at(-1);
  if (last) return insert(text, last.localName.end, `, ${missing.join(', ')}`);
  return withStatement(text, `import { ${missing.join(', ')} } from '${from}';`);
}

/** The source text with one more module imported for its effects. */
export function withModule(text: string, from: string): string {
  return withStatement(text, `import '${from}';`);
}

/** Below the last import. */
function withStatement(text: string, statement: string): string {
  const last = parse(text).module.staticImports.at(-1);
  return last ? insert(text, last.end, `\n${statement}`) : `${statement}\n${text}`;
}

/**
 * The source text with a property in the object that `name` is declared as, below the last one with the same value. Throws where
 * there is none, or the key is there already.
 */
export function withProperty(text: string, name: string, { key, value }: { key: string; value: string }): string {
  const object = declaredAs(text, name);
  if (object?.type !== 'ObjectExpression') throw new Error(`${name} is no object`);
  const properties = object.properties.filter((each) => each.type === 'Property');
  const source = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  if (properties.some((each) => source(each.key) === key)) throw new Error(`${key} is there already`);
  const alike = properties.findLast((each) => source(each.value) === value);
  if (!alike) throw new Error(`${name} has nothing that is ${value}`);
  return insert(text, alike.end, `,\n${key}: ${value}`);
}

/** The source text with one more element at the end of the array that `name` is declared as. */
export function withElement(text: string, name: string, element: string): string {
  const array = declaredAs(text, name);
  const last = array?.type === 'ArrayExpression' ? array.elements.at(-1) : undefined;
  if (!last) throw new Error(`${name} is no array with elements`);
  return insert(text, last.end, `,\n${element}`);
}

/** What a constant of the module begins with, without the types that it is checked against. */
function declaredAs(text: string, name: string) {
  for (const statement of parse(text).program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    const init = declaration.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)?.init;
    if (init) return init.type === 'TSSatisfiesExpression' || init.type === 'TSAsExpression' ? init.expression : init;
  }
  return undefined;
}

/** The source text with statements before the one that calls `name`. Throws where none does. */
export function beforeCallOf(text: string, name: string, statements: string): string {
  const call = parse(text).program.body.find(
    (each) =>
      each.type === 'ExpressionStatement' &&
      each.expression.type === 'CallExpression' &&
      each.expression.callee.type === 'Identifier' &&
      each.expression.callee.name === name,
  );
  if (!call) throw new Error(`there is no call of ${name}`);
  return insert(text, call.start, `${statements}\n`);
}
