import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { WitnessResponse } from './witness.ts';
import { witnessServer } from './witnessServer.ts';

let server: Server;
let now = 60_000;
const lines: string[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  lines.length = 0;
});

async function start(answer: (body: string) => WitnessResponse, maxConnections?: number): Promise<number> {
  const print = (line: string) => void lines.push(line);
  server = witnessServer({ answer, print, now: () => now, ...(maxConnections !== undefined && { maxConnections }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const ask = (port: number, body: string) => fetch(`http://127.0.0.1:${port}/add-checkpoint`, { method: 'POST', body });

it('prints a few refused requests a minute and counts the others, and those that the log has signed apart', async () => {
  const refused = (body: string): WitnessResponse => ({
    status: body === 'signed' ? 409 : 403,
    body: 'no\n',
    confirmed: null,
  });
  const port = await start(refused);
  for (let count = 0; count < 12; count += 1) expect((await ask(port, 'x'.repeat(3_000))).status).toBe(403);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toHaveLength(2_000 + '403 no: ""'.length);
  await ask(port, 'signed');
  expect(lines.at(-1)).toBe('409 no: "signed"');
  now += 60_000;
  await ask(port, 'x');
  expect(lines.slice(6)).toEqual(['7 more requests were refused', '403 no: "x"']);
});

it('closes the oldest idle connection where there are too many, and answers the newest', async () => {
  const port = await start(() => ({ status: 200, body: 'yes\n', confirmed: { size: 0, root: Buffer.alloc(32) } }), 3);
  const idle = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
  sockets.push(...idle);
  const ended = idle.map((socket) => once(socket, 'close'));
  await ended[0];
  expect(await (await ask(port, 'x')).text()).toBe('yes\n');
  await ended[1];
  expect(idle[3]?.destroyed).toBe(false);
});
