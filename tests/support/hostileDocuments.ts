/** A document that a client makes to overload a server, and what it attacks. */
export interface HostileDocument {
  name: string;
  query: string;
}

type Make = (size: number) => string;

const repeated = (count: number, one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at));
const nested = (levels: number, open: string, middle: string, close: string) =>
  open.repeat(levels) + middle + close.repeat(levels);

/** Fragments each of which spreads the next one twice: 2^n visits without memoization. */
function chain(
  size: number,
  head: string,
  type: string,
  leaf: string,
  link = (name: string) => `...${name} ...${name}`,
) {
  const length = Math.max(1, Math.floor(size / link('F000').length / 2));
  const links = repeated(length, (at) => `fragment F${at} on ${type} { ${link(`F${at + 1}`)} }`);
  return `${head} ${links.join(' ')} fragment F${length} on ${type} { ${leaf} }`;
}

const makers: Record<string, Make> = {
  'a chain of fragments that ends in an unknown field': (size) =>
    chain(size, 'mutation { ...F0 }', 'Mutation', 'nothing'),
  'a chain of fragments that ends in a known field': (size) => chain(size, '{ ...F0 }', 'Query', 'serverTime'),
  'a chain of fragments that ends in a mutation': (size) =>
    chain(size, 'mutation { ...F0 }', 'Mutation', 'markNotificationsRead { __typename }'),
  'a chain of fragments in the schema': (size) => chain(size, '{ __schema { ...F0 } }', '__Schema', '__typename'),
  'a chain of fields that double': (size) =>
    chain(
      size,
      '{ viewer { pendingWithdrawals { ...F0 } } }',
      'Transaction',
      'id',
      (name) => `duplicates { ...${name} } a${name}: duplicates { ...${name} }`,
    ),
  'a cycle of fragments': (size) => chain(size, '{ ...F0 }', 'Query', '...F0 ...F0'),
  'fragments that spread all others': (size) => {
    const count = Math.floor(Math.sqrt(size / 8));
    const all = repeated(count, (at) => `...F${at}`).join(' ');
    return `{ ${all} } ${repeated(count, (at) => `fragment F${at} on Query { ${all} }`).join(' ')}`;
  },
  'fragments that all meet': (size) => {
    const count = Math.floor(size / 60);
    const fragments = repeated(count, (at) => `fragment F${at} on Query { product { name slug } }`);
    return `{ ${repeated(count, (at) => `...F${at}`).join(' ')} } ${fragments.join(' ')}`;
  },
  'one fragment in many selections': (size) =>
    `{ ${'product { ...P name } '.repeat(Math.floor(size / 22))} } fragment P on Product { slug }`,
  'a repeated field': (size) => `{ ${'serverTime '.repeat(Math.floor(size / 11))} }`,
  'a repeated field with arguments': (size) => `{ ${'node(id: "a") { id } '.repeat(Math.floor(size / 21))} }`,
  'a repeated field with large arguments': (size) => {
    const one = `nodes(ids: [${'"a" '.repeat(40)}]) { id } `;
    return `{ ${one.repeat(Math.max(1, Math.floor(size / one.length)))} }`;
  },
  'repeated fields at two levels': (size) => `{ ${'product { name name name name } '.repeat(Math.floor(size / 32))} }`,
  'fields that double at every level': (size) => {
    const levels = Math.max(1, Math.floor(Math.log2(size / 14)));
    const tree = (left: number): string =>
      left === 0 ? 'id' : `duplicates { ${tree(left - 1)} } duplicates { ${tree(left - 1)} }`;
    return `{ viewer { pendingWithdrawals { ${tree(levels)} } } }`;
  },
  'repeated fields that disagree': (size) =>
    `{ ${repeated(Math.floor(size / 16), (at) => `node(id: "${at}") { id }`).join(' ')} }`,
  'unknown fields': (size) => `{ ${repeated(Math.floor(size / 12), (at) => `servrTime${at}`).join(' ')} }`,
  'one long unknown field': (size) => `{ ${'s'.repeat(size)} }`,
  aliases: (size) => `{ ${repeated(Math.floor(size / 18), (at) => `a${at}: serverTime`).join(' ')} }`,
  'aliases of the schema': (size) =>
    `{ ${repeated(Math.floor(size / 75), (at) => `a${at}: __schema { types { fields { type { fields { name } } args { name } } } }`).join(' ')} }`,
  'the schema in the schema': () =>
    '{ __schema { types { fields { type { fields { name type { name ofType { name } } args { name type { name } } } } args { type { fields { name } inputFields { name } enumValues { name } } } } } } }',
  directives: (size) => `{ serverTime ${'@include(if: true) '.repeat(Math.floor(size / 19))} }`,
  'unknown directives': (size) => `{ serverTime ${'@no '.repeat(Math.floor(size / 4))} }`,
  'many operations on the same fragment': (size) => {
    const count = Math.floor(size / 40);
    const operations = repeated(count, (at) => `query Q${at}($id: ID!) { ...F }`);
    return `${operations.join(' ')} fragment F on Query { ${'node(id: $id) { id } '.repeat(count)} }`;
  },
  'many operations with many variables': (size) => {
    const count = Math.floor(size / 400);
    const variables = repeated(20, (at) => `$v${at}: ID!`).join(' ');
    const uses = repeated(20, (at) => `a${at}: node(id: $v${at}) { id }`).join(' ');
    return `${repeated(count, (at) => `query Q${at}(${variables}) { ...F }`).join(' ')} fragment F on Query { ${uses} }`;
  },
  'unused variables': (size) =>
    `query (${repeated(Math.floor(size / 12), (at) => `$v${at}: Int`).join(' ')}) { serverTime }`,
  'deep selections': (size) => nested(Math.floor(size / 4), '{ a', '', '}'),
  'deep selections without end': (size) => '{a'.repeat(Math.floor(size / 2)),
  'deep lists': (size) => `{ nodes(ids: ${nested(Math.floor(size / 2), '[', '', ']')}) { id } }`,
  'deep objects': (size) => `{ nodes(ids: ${nested(Math.floor(size / 4), '{a:', '1', '}')}) { id } }`,
  'deep types': (size) => `query ($v: ${nested(Math.floor(size / 2), '[', 'Int', ']')}) { serverTime }`,
  'deep inline fragments': (size) => `{ ${nested(Math.floor(size / 6), '... { ', 'serverTime', ' }')} }`,
  'inline fragments side by side': (size) => `{ ${'... { serverTime } '.repeat(Math.floor(size / 19))} }`,
  'a wide input object': (size) =>
    `mutation { submitFeedback(input: { ${repeated(Math.floor(size / 6), (at) => `a${at}: 1`).join(' ')} }) { __typename } }`,
  'the same input field': (size) =>
    `mutation { submitFeedback(input: { ${'rating: 5 '.repeat(Math.floor(size / 10))} }) { __typename } }`,
  mutations: (size) => `mutation { ${'markNotificationsRead { __typename } '.repeat(Math.floor(size / 37))} }`,
  comments: (size) => `{ serverTime } #${'x'.repeat(size)}`,
  blanks: (size) => `{ serverTime ${' '.repeat(size)} }`,
  'a long text': (size) => `{ node(id: "${'x'.repeat(size)}") { id } }`,
  'a long block of text': (size) => `{ node(id: """${'x\n'.repeat(Math.floor(size / 2))}""") { id } }`,
  'quotes without end': (size) => `{ node(id: ${'"'.repeat(size)}`,
  'no GraphQL': (size) => '}'.repeat(size),
};

/** One document of every kind, of about `size` characters. */
export function hostileDocuments(size: number): HostileDocument[] {
  return Object.entries(makers).map(([name, make]) => ({ name, query: make(size) }));
}
