import { cpus, freemem, totalmem } from 'node:os';

const MB = 2 ** 20;
const METRICS_MS = 900;

/** What the machine uses, and the server's process where its metrics can be read. */
export interface Use {
  machineCpu: number;
  machineMemoryMb: number;
  serverCpu: number;
  serverMemoryMb: number;
}

/** Reads the use since the call before. `metricsUrl`: the server's Prometheus metrics. */
export function machineUse(metricsUrl: string | undefined): () => Promise<Use> {
  let before = { at: performance.now(), ...ticks(), server: Number.NaN };
  return async () => {
    const metrics = metricsUrl === undefined ? '' : await read(metricsUrl);
    const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);
    const now = { at: performance.now(), ...ticks(), server: valueOf('process_cpu_seconds_total') };
    const use: Use = {
      machineCpu: (100 * (now.busy - before.busy)) / Math.max(1, now.all - before.all),
      machineMemoryMb: (totalmem() - freemem()) / MB,
      serverCpu: (100_000 * (now.server - before.server)) / (now.at - before.at),
      serverMemoryMb: valueOf('process_resident_memory_bytes') / MB,
    };
    before = now;
    return use;
  };
}

function ticks(): { busy: number; all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const { user, nice, sys, irq, idle } = times;
    busy += user + nice + sys + irq;
    all += user + nice + sys + irq + idle;
  }
  return { busy, all };
}

/** The metrics as text; empty when they don't come in time. */
async function read(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(METRICS_MS) })).text();
  } catch {
    return '';
  }
}
