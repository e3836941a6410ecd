import type { Finding } from './report.ts';
import type { BenchPostgres } from './server.ts';

export interface Bench {
  postgres: BenchPostgres;
  /** At least 5, for a meaningful median. */
  repetitions: number;
  /** Includes the parts that take minutes and gigabytes: tables of ten million rows. */
  large: boolean;
  /** Reports progress on the console. */
  say: (line: string) => void;
}

/** One part of the benchmark, run by its name. */
export interface BenchPart {
  name: string;
  about: string;
  run: (bench: Bench) => Promise<Finding[]>;
}
