import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { intoNewFolder, KeptFilesError } from './newFolder.ts';

let parent: string;
let dir: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'rangoli-folder-'));
  dir = join(parent, 'monday');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const fill = (content = 'new') =>
  intoNewFolder(dir, 'manifest.json', async ({ aside, complete }) => {
    writeFileSync(join(aside, 'tables', 'a.gz'), content);
    expect(readdirSync(dir)).toEqual(['unfinished']);
    await complete([
      { name: 'manifest.json.hmac', text: 'h' },
      { name: 'manifest.json', text: 'm' },
    ]);
  });

/** What a killed command leaves, at the latest moment before its manifest. */
function leaveKilled(): void {
  mkdirSync(join(dir, 'unfinished'), { recursive: true });
  mkdirSync(join(dir, 'tables'));
  writeFileSync(join(dir, 'tables', 'old.gz'), 'old');
  writeFileSync(join(dir, 'manifest.json.hmac'), 'old');
  writeFileSync(join(dir, 'unfinished', 'manifest.json'), 'old');
  // No process has this pid.
  writeFileSync(join(dir, 'unfinished', 'server.lock'), '4194305 1');
}

const COMPLETE = ['manifest.json', 'manifest.json.hmac', 'tables'];

test('a folder is filled aside, and complete at once', async () => {
  await fill();
  expect(readdirSync(dir).toSorted()).toEqual(COMPLETE);
});

test('the rest of a killed command is removed, and nothing of it is taken', async () => {
  leaveKilled();
  await fill();
  expect(readdirSync(dir).toSorted()).toEqual(COMPLETE);
  expect(readdirSync(join(dir, 'tables'))).toEqual(['a.gz']);
  expect(readFileSync(join(dir, 'manifest.json.hmac'), 'utf8')).toBe('h');
});

describe('a folder is left as it is', () => {
  const refused = async () => {
    const before = readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted();
    await expect(fill()).rejects.toThrow('is not empty');
    expect(readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(before);
  };

  test('that is complete', async () => {
    await fill();
    await refused();
  });

  test('that is complete, though its command was killed after that', async () => {
    leaveKilled();
    writeFileSync(join(dir, 'manifest.json'), 'old');
    await refused();
  });

  test('with anything else in it', async () => {
    leaveKilled();
    writeFileSync(join(dir, 'notes.txt'), 'mine');
    await refused();
  });

  test('whose folder called unfinished is another one', async () => {
    mkdirSync(join(dir, 'unfinished'), { recursive: true });
    writeFileSync(join(dir, 'unfinished', 'novel.txt'), 'mine');
    await refused();
  });

  test('where unfinished is a link', async () => {
    mkdirSync(join(parent, 'elsewhere'));
    mkdirSync(dir);
    symlinkSync(join(parent, 'elsewhere'), join(dir, 'unfinished'));
    await refused();
  });
});

test('two commands do not fill one folder', async () => {
  await intoNewFolder(dir, 'manifest.json', async ({ aside }) => {
    await expect(fill()).rejects.toThrow('Another command is writing into');
    expect(existsSync(join(aside, 'tables'))).toBe(true);
  });
});

test('a failure leaves nothing, unless what was completed may be all there is', async () => {
  const failWith = (error: Error) =>
    intoNewFolder(dir, 'manifest.json', async ({ complete }) => {
      await complete([{ name: 'manifest.json', text: 'm' }]);
      throw error;
    });
  await expect(failWith(new Error('no'))).rejects.toThrow('no');
  expect(readdirSync(parent)).toEqual([]);
  await expect(failWith(new KeptFilesError('kept'))).rejects.toThrow('kept');
  expect(readdirSync(dir).toSorted()).toEqual(['manifest.json', 'tables']);
});
