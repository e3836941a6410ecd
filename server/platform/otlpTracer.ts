import type { Link, Span as OtelSpan, SpanOptions as OtelOptions } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from './log.ts';
import type { Span, SpanFacts, Tracer } from './tracing.ts';

/** Spans that wait for export. Further ones are dropped: a collector that is away must not fill the memory. */
const MAX_QUEUE = 4_096;
const MAX_BATCH = 512;
const EXPORT_EVERY_MS = 1_000;
const EXPORT_TIMEOUT_MS = 5_000;
/** A collector that is away is logged once in this time. */
const WARN_EVERY_MS = 60_000;
/** A statement places at most 256 bets. */
const MAX_LINKS = 256;

export interface OtlpOptions {
  /** The collector's address; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Share of requests that are traced, 0 to 1. */
  readonly ratio: number;
  readonly log: Pick<Logger, 'warn'>;
}

export interface OtlpTracer extends Tracer {
  /** Exports what is left, within a deadline. */
  stop(): Promise<void>;
}

/** Sends spans to an OpenTelemetry collector by OTLP over HTTP. The packages are loaded here, and only where it is called. */
export async function openOtlpTracer({ endpoint, serviceName, ratio, log }: OtlpOptions): Promise<OtlpTracer> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { linkCountLimit: MAX_LINKS },
    spanProcessors: [
      new sdk.BatchSpanProcessor(warning(exporter, log), {
        maxQueueSize: MAX_QUEUE,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('rangoli');
  const { trace, ROOT_CONTEXT, SpanStatusCode } = api;

  class SampledSpan implements Span {
    readonly inner: OtelSpan;

    constructor(inner: OtelSpan) {
      this.inner = inner;
    }

    child(name: string, { facts, links }: { facts?: SpanFacts; links?: readonly Span[] } = {}): Span {
      const options: OtelOptions = {
        ...(facts && { attributes: { ...facts } }),
        ...(links && { links: linksTo(links) }),
      };
      return new SampledSpan(tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.inner)));
    }

    end(facts?: SpanFacts, failed = false): void {
      if (facts) this.inner.setAttributes({ ...facts });
      if (failed) this.inner.setStatus({ code: SpanStatusCode.ERROR });
      this.inner.end();
    }
  }
  const linksTo = (spans: readonly Span[]): Link[] =>
    spans.map((span) => ({ context: (span as SampledSpan).inner.spanContext() }));

  return {
    root(name, facts) {
      const span = tracer.startSpan(name, facts ? { attributes: { ...facts } } : {}, ROOT_CONTEXT);
      return span.isRecording() ? new SampledSpan(span) : undefined;
    },
    async stop() {
      // A failure is logged by the exporter.
      await Promise.race([provider.shutdown().catch(() => {}), timeout(EXPORT_TIMEOUT_MS)]);
    },
  };
}

/** The same exporter; failures are logged, which OpenTelemetry itself doesn't without a logger of its own. */
function warning(exporter: SpanExporter, log: Pick<Logger, 'warn'>): SpanExporter {
  let quietUntil = -Infinity;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() > quietUntil) {
          quietUntil = performance.now() + WARN_EVERY_MS;
          log.warn({ err: result.error, spans: spans.length }, 'spans could not be exported and are lost');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
