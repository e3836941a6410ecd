import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../server/platform/clock.ts';
import type { Witness } from '../../server/platform/tlog/askWitness.ts';
import { cosign, type Signer, signerOf, type Verifier } from '../../server/platform/tlog/note.ts';
import { addCheckpoint, type Confirmed, MAX_REQUEST_BYTES } from '../../server/platform/tlog/witness.ts';

/** How a witness answers: as it should; never; with a signature of another text; with one of another key; too much; with an error. */
type Behaviour = 'honest' | 'silent' | 'lying' | 'impostor' | 'endless' | 'failing';

export interface TestWitness extends Witness {
  readonly signer: Signer;
  /** The tree that it has confirmed. */
  last: Confirmed;
  behaviour: Behaviour;
  stop(): Promise<void>;
}

/** The key and name of a witness by its number. */
export const witnessSigner = (number: number): Signer =>
  signerOf(`witness.example/w${number}`, 'cosignature', Buffer.alloc(32, number));

/** A witness of a log behind HTTP. `number` makes its key and name. */
export async function startTestWitness(number: number, log: Verifier, clock: Pick<Clock, 'now'>): Promise<TestWitness> {
  const signer = witnessSigner(number);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (witness.behaviour === 'silent') return;
      if (witness.behaviour === 'failing') return void response.writeHead(500).end();
      const text = Buffer.concat(chunks).subarray(0, MAX_REQUEST_BYTES).toString();
      const answer = addCheckpoint(text, { log, signer, last: witness.last, now: clock.now() });
      if (answer.confirmed && witness.behaviour === 'honest') witness.last = answer.confirmed;
      const bodies: Record<Behaviour, string> = {
        honest: answer.body,
        lying: cosign('another text\n', signer, 1),
        impostor: cosign(
          text.slice(text.indexOf('\n\n') + 2),
          signerOf(signer.name, 'cosignature', Buffer.alloc(32)),
          1,
        ),
        endless: `${answer.body}${'x'.repeat(5_000)}`,
        silent: '',
        failing: '',
      };
      response.writeHead(answer.status).end(bodies[witness.behaviour]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const witness: TestWitness = {
    verifier: signer,
    signer,
    url: `http://127.0.0.1:${port}`,
    last: { size: 0, root: Buffer.alloc(32) },
    behaviour: 'honest',
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return witness;
}
