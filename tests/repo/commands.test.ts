import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([script, line]) => {
  const [, path] = /(server\/commands\/\w+\.ts)/.exec(line) ?? [];
  return path === undefined ? [] : [{ script, path: resolve(path) }];
});

class Ended extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`ended with status ${status}`);
    this.status = status;
  }
}

const argv = process.argv;
let printed: { out: string; err: string };
beforeEach(() => {
  printed = { out: '', err: '' };
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed.out += `${text}\n`));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void (printed.err += `${text}\n`));
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Ended(Number(status));
  });
});
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

/** Runs the command's module anew, which must end before it does any work. */
async function statusOf(path: string, ...given: string[]): Promise<number> {
  process.argv = [process.execPath, path, ...given];
  const ended = await import(`${pathToFileURL(path).href}?${given.join('')}`).catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(Ended);
  return (ended as Ended).status;
}

test('the commands are found', () => {
  expect(commands.length).toBeGreaterThan(12);
});

describe.each(commands)('npm run $script', ({ script, path }) => {
  const usage = new RegExp(`^npm run (-s )?${script}\\b`, 'm');

  test('answers --help with its usage, and does nothing', async () => {
    expect(await statusOf(path, '--help')).toBe(0);
    expect(printed.out).toMatch(usage);
    expect(printed.err).toBe('');
  });

  test('names an unknown option before the usage', async () => {
    expect(await statusOf(path, '--nonsense')).toBe(2);
    expect(printed.err).toMatch(/^Unknown option '--nonsense'\.\n/);
    expect(printed.err).toMatch(usage);
    expect(printed.out).toBe('');
  });
});
