import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Metrics } from '../platform/metrics.ts';

const REQUEST_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 20;

export interface MetricsServer {
  /** The port that it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` for Prometheus on a port of its own, which no proxy forwards. Rejects when the port is in use. */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
