import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseVkey, type Signer, signerOf } from '../platform/tlog/note.ts';
import { addCheckpoint, type Confirmed } from '../platform/tlog/witness.ts';
import { witnessServer } from '../platform/tlog/witnessServer.ts';
import { commandArguments, refuseArguments } from './commandArguments.ts';

const USAGE = `npm run witness -- --log KEY --name NAME [--state FILE] [--host HOST] [--port PORT]
  --log    the key of the log, from its /log/vkey
  --name   what the witness is called, such as example.org/witness
  --state  its private key and what it has confirmed, a file for each witness; default: named after it,
           example.org-witness.json
  --host, --port  where it listens; default: localhost, 4010`;
/**
 * `npm run witness`: confirms checkpoints of one log (c2sp.org/tlog-witness), each only when it continues the one before. Needs
 * no database and nothing of the operator's but the log's public key, so that anybody can run it.
 */
interface State {
  readonly seed: Buffer;
  readonly last: Confirmed;
}

class StateFile {
  readonly #path: string;
  state: State;

  constructor(path: string) {
    this.#path = path;
    this.state = this.#read() ?? { seed: randomBytes(32), last: { size: 0, root: Buffer.alloc(32) } };
    this.confirm(this.state.last);
  }

  /** On disk when it returns. */
  confirm(last: Confirmed): void {
    const { seed } = this.state;
    const text = JSON.stringify({ seed: seed.toString('hex'), size: last.size, root: last.root.toString('hex') });
    const descriptor = openSync(`${this.#path}.new`, 'w', 0o600);
    writeFileSync(descriptor, `${text}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(`${this.#path}.new`, this.#path);
    this.state = { seed, last };
  }

  /** Null where there is none. A damaged one ends the program: with an empty state it would confirm a fork. */
  #read(): State | null {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const { seed, size, root } = JSON.parse(text) as { seed: string; size: number; root: string };
    const state = { seed: Buffer.from(seed, 'hex'), last: { size, root: Buffer.from(root, 'hex') } };
    const isWhole = state.seed.length === 32 && state.last.root.length === 32 && Number.isSafeInteger(size);
    if (!isWhole) throw new Error(`${this.#path} is damaged: put back a copy.`);
    return state;
  }
}

const { values } = commandArguments(USAGE, {
  options: {
    log: { type: 'string' },
    name: { type: 'string' },
    state: { type: 'string' },
    host: { type: 'string', default: 'localhost' },
    port: { type: 'string', default: '4010' },
  },
});
const log = parseVkey(values.log ?? '');
const isNamed = /^[^\s+@,]{1,100}$/.test(values.name ?? '');
if (log?.kind !== 'note' || !isNamed || !/^\d{1,5}$/.test(values.port)) {
  refuseArguments(USAGE, wrongOption());
}

function wrongOption(): string {
  if (log?.kind !== 'note') return '--log needs the key of the log.';
  return isNamed ? '--port needs a number.' : '--name needs a name without spaces, + , @ and commas.';
}

/** Named after the witness, so that two on a machine have one each. An old default file may be another witness's: ends the program. */
function defaultState(name: string): string {
  const path = `${name.replaceAll(/[^\w.-]/g, '-')}.json`;
  const former = 'witness.json';
  if (existsSync(former) && !existsSync(path))
    refuseArguments(
      USAGE,
      `There is a ${former}, as earlier releases named it: rename it to ${path}, or give it with --state.`,
    );
  return path;
}

const file = new StateFile(values.state ?? defaultState(values.name ?? ''));
const signer: Signer = signerOf(values.name ?? '', 'cosignature', file.state.seed);

const server = witnessServer({
  answer: (body) => {
    const answer = addCheckpoint(body, { log, signer, last: file.state.last, now: Date.now() });
    if (answer.confirmed) file.confirm(answer.confirmed);
    return answer;
  },
  print: (line) => console.log(line),
});
server.listen(Number(values.port), values.host, () => {
  const { port } = server.address() as { port: number };
  console.log(
    `The witness listens on http://${values.host}:${port} and has confirmed ${file.state.last.size} entries.`,
  );
  console.log(`For the operator: WITNESSES=${signer.vkey}@http://${values.host}:${port}`);
});
process.once('SIGTERM', () => server.close()).once('SIGINT', () => server.close());
