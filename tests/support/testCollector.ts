import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP's JSON writes it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  links?: { traceId: string; spanId: string }[];
  attributes?: { key: string; value: Record<string, unknown> }[];
  status?: { code?: number };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: CollectedSpan[] }[];
  }[];
}

export interface TestCollector {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT takes. */
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Names of the services that have sent. */
  readonly services: Set<string>;
  close(): Promise<void>;
}

/** A collector of OTLP over HTTP that keeps every span. */
export async function openCollector(): Promise<TestCollector> {
  const spans: CollectedSpan[] = [];
  const services = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end();
      for (const { resource, scopeSpans } of (JSON.parse(body) as ExportRequest).resourceSpans) {
        for (const { key, value } of resource.attributes) {
          if (key === 'service.name') services.add(String(value.stringValue));
        }
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    services,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
