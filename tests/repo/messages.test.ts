import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { auditFacts } from '../../server/domain/audit/facts.ts';
import { tooComplex } from '../../server/graphql/runtime/limits.ts';
import { callLimits } from '../../server/http/callLimit.ts';
import { ManualClock } from '../../server/platform/clock.ts';
import { nameRules } from '../../server/domain/accounts/names/parseName.ts';
import { auditActions } from '../../server/domain/ground/verbs/auditActions.ts';
import { enumName } from '../../server/graphql/builder/enumOf.ts';
import { filesUnder } from '../../server/build/filesUnder.ts';
import * as en from '../../web/messages/en.ts';
import * as hi from '../../web/messages/hi.ts';

type Texts = Readonly<Record<string, unknown>>;
type Filled = (...values: unknown[]) => string;
type Message = string | Filled;

/** Every message by its path, such as `game.columns.period`. */
function messagesIn(value: unknown, path = ''): [path: string, message: Message][] {
  if (typeof value === 'string' || typeof value === 'function') return [[path, value as Message]];
  return Object.entries(value as Texts).flatMap(([name, child]) => messagesIn(child, path ? `${path}.${name}` : name));
}

const { admin: _english, ...ofPlayers } = en;
const { admin: _same, ...inHindi } = hi;
const english = new Map(messagesIn(ofPlayers));
const hindi = new Map(messagesIn(inHindi));

/** Values that can be told from each other in a text, and that a plural takes. */
const VALUES = ['731', '732', '733'];

/** A text that also stands for an object, each of whose fields is this text. */
function valueOf(text: string): unknown {
  return new Proxy(new String(text), {
    get(target, key) {
      const own: unknown = Reflect.get(target, key);
      if (typeof own === 'function') return own.bind(target);
      return typeof key === 'symbol' ? own : (own ?? text);
    },
  });
}

/** The text of a message, with VALUES in its places. */
function textOf(message: Message): string {
  if (typeof message === 'string') return message;
  return message(...VALUES.map(valueOf));
}

const valuesIn = (text: string) => VALUES.filter((value) => text.includes(value));
/** Refusals are in the server's own words in English. Which fields they name is up to each language. */
const isOwn = (path: string) => /^(refusals|fields)\./.test(path);

describe('the messages in Hindi', () => {
  test('are the same ones as in English', () => {
    expect(english.size).toBeGreaterThan(500);
    const shared = (messages: Map<string, Message>) => [...messages.keys()].filter((path) => !isOwn(path)).toSorted();
    expect(shared(hindi)).toEqual(shared(english));
    expect(Object.keys(hi.fields)).toEqual(expect.arrayContaining(Object.keys(en.fields)));
  });

  test('show the same values', () => {
    for (const [path, message] of hindi) {
      if (isOwn(path)) continue;
      expect(valuesIn(textOf(message)), path).toEqual(
        expect.arrayContaining(valuesIn(textOf(english.get(path) as Message))),
      );
    }
  });

  test('have no English word in them, but names that are written so in Hindi too', () => {
    const names =
      /\b(UPI|IFSC|UID|QR|ID|PNG|JPEG|WebP|PDF|CSV|JSON|MB|SHA-256|HDFC0001234|name@bank|sapreOne-\d+)(?![A-Za-z])/g;
    const left = [...hindi].filter(([, message]) => /[a-z]/i.test(textOf(message).replaceAll(names, '')));
    expect(left.map(([path]) => path).filter((path) => !/^playSafely\.exclusions\.\d\.0$/.test(path))).toEqual([]);
  });

  test('have a text for every refusal', () => {
    const [, codes = ''] =
      /^enum DomainErrorCode \{\n([\s\S]*?)^\}/m.exec(readFileSync('schema.graphql', 'utf8')) ?? [];
    const known = [...codes.matchAll(/^ {2}([A-Z_]+)$/gm)].map(([, code = '']) => code);
    expect(known.length).toBeGreaterThan(25);
    // Top-level errors that say what one can still do.
    expect(
      Object.keys(hi.refusals)
        .filter((key) => !key.startsWith('name ') && !key.includes('#'))
        .toSorted(),
    ).toEqual([...known, 'DISK_FULL', 'SERVER_BUSY'].toSorted());
  });
});

test('the collections of the groups have each file, and the back office is in English only', () => {
  const named = (language: string) =>
    filesUnder(`web/messages/${language}`)
      .filter((path) => !path.includes('/admin'))
      .map((path) => path.replace(/.*\/(\w+)\.ts$/, '$1'))
      .toSorted();
  expect(Object.keys(ofPlayers).toSorted()).toEqual(named('en'));
  expect(Object.keys(inHindi).toSorted()).toEqual(named('hi'));
  expect(existsSync('web/messages/hi/admin')).toBe(false);
});

describe('the audit log’s screen', () => {
  const { actions, facts } = en.admin.audit;

  test('names every action', () => {
    expect(Object.keys(actions).toSorted()).toEqual(auditActions.map(enumName).toSorted());
  });

  test('names every fact', () => {
    expect(Object.keys(facts).toSorted()).toEqual(Object.keys(auditFacts).toSorted());
  });
});

test('each refusal of an operation that is too large has words in Hindi', () => {
  const size = { complexity: 20_001, depth: 1, breadth: 1 };
  const refusals = [tooComplex(size, true), tooComplex({ ...size, complexity: 2_001 }, false)].map(String);
  try {
    callLimits(new ManualClock(0), 1_000).take({
      actor: { kind: 'anonymous' },
      address: '::1',
      kind: 'other',
      count: 1_000.5,
    });
  } catch (error) {
    refusals.push((error as Error).message);
  }
  expect(refusals).toHaveLength(3);
  for (const refusal of refusals) {
    const rule = refusal.replace('GraphQLError: ', '').replaceAll(/\d+(\.\d+)?/g, '#');
    expect(hi.refusals[rule], rule).toMatch(/\p{Script=Devanagari}/u);
  }
});

test('each rule of names has words in Hindi, and in English the server’s own', () => {
  const rules = Object.values(nameRules).map((rule) => `name ${rule}`);
  for (const rule of [...rules, 'name is required', 'name must have at most 80 characters']) {
    expect(hi.refusals[rule], rule).toMatch(/\p{Script=Devanagari}/u);
    expect(en.refusals[rule], rule).toBeUndefined();
  }
});
