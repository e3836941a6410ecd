import { on, once } from 'node:events';
import { ServerResponse } from 'node:http';
import websocket from '@fastify/websocket';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { textFrameHeader } from '../../../server/graphql/runtime/textFrame.ts';

const onPreHandler = vi.fn<(request: FastifyRequest, reply: FastifyReply) => void>();
const onError = vi.fn<(error: Error, socket: WebSocket, request: FastifyRequest, reply: FastifyReply) => void>();

let app: FastifyInstance;
let url: string;
/** Resolves with what the plugin gives to the handler of the first upgrade. */
let upgraded: Promise<{ socket: WebSocket; request: FastifyRequest }>;

beforeEach(async () => {
  app = fastify({ forceCloseConnections: true });
  await app.register(websocket, { errorHandler: onError });
  upgraded = new Promise((resolve) => {
    app.route({
      method: 'GET',
      url: '/',
      handler: () => 'HTTP',
      preHandler: (request, reply, done) => {
        onPreHandler(request, reply);
        done();
      },
      wsHandler: (socket, request) => resolve({ socket, request }),
    });
  });
  url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});

afterEach(async () => {
  await app.close();
  vi.resetAllMocks();
});

/** A client, and the server's end of it. */
async function connect() {
  const client = new WebSocket(url);
  await once(client, 'open');
  const messages = on(client, 'message');
  const next = async () => String(((await messages.next()).value as [Buffer])[0]);
  return { client, next, ...(await upgraded) };
}

describe('@fastify/websocket', () => {
  test('is the only one to listen for errors of a socket, and holds its request and reply (graphql/sockets.ts)', async () => {
    const { socket, request } = await connect();
    expect(socket.listenerCount('error')).toBe(1);
    const error = new Error('broken');
    socket.emit('error', error);
    expect(onError.mock.calls).toEqual([[error, socket, request, onPreHandler.mock.calls[0]?.[1]]]);
  });

  test('assigns the connection to an upgrade’s response, and works without it (http/graphqlRoute.ts)', async () => {
    onPreHandler.mockImplementation((request, { raw }) => {
      expect(request.ws).toBe(true);
      expect(raw).toBeInstanceOf(ServerResponse);
      expect(raw.socket).toBe(request.raw.socket);
      raw.detachSocket(request.raw.socket);
      expect(raw.socket).toBeNull();
    });
    const { socket, next } = await connect();
    socket.send('still open');
    expect(await next()).toBe('still open');
    expect(onPreHandler).toHaveReturnedTimes(1);
  });
});

describe('ws', () => {
  test('writes each message whole and at once to the connection of the upgrade (graphql/subscriptionHub.ts)', async () => {
    const { socket, request, next } = await connect();
    const written: string[] = [];
    const write = vi.spyOn(request.raw.socket, 'write').mockImplementation((bytes: string | Uint8Array) => {
      written.push(Buffer.from(bytes as string).toString('latin1'));
      return true;
    });
    socket.send('first');
    socket.ping('p');
    expect(written.join('')).toBe(`${textFrameHeader(5).toString('latin1')}first\x89\x01p`);
    write.mockRestore();

    socket.send('before');
    request.raw.socket.write(`${textFrameHeader(5).toString('latin1')}below`, 'latin1');
    socket.send('after');
    expect([await next(), await next(), await next()]).toEqual(['before', 'below', 'after']);
  });

  test('compresses nothing unless configured, even for a client that offers it (graphql/subscriptionHub.ts)', async () => {
    const { client, socket } = await connect();
    expect(onPreHandler.mock.calls[0]?.[0].headers['sec-websocket-extensions']).toMatch(/^permessage-deflate/);
    expect([client.extensions, socket.extensions]).toEqual(['', '']);
  });

  test('counts bytes written below it as unsent bytes (graphql/unsentBytes.ts)', async () => {
    const { socket, request, next } = await connect();
    const frame = `${textFrameHeader(5).toString('latin1')}below`;
    request.raw.socket.cork();
    request.raw.socket.write(frame, 'latin1');
    expect(socket.bufferedAmount).toBe(frame.length);
    request.raw.socket.uncork();
    expect(await next()).toBe('below');
  });
});
