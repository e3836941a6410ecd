import type { Finding } from './report.ts';
import type { BenchPostgres } from './server.ts';

export interface Bench {
  postgres: BenchPostgres;
  /** At least 5, so that a median means something. */
  repetitions: number;
  /** Also what takes minutes and gigabytes: tables of ten million rows. */
  large: boolean;
  /** Tells the person at the console what is being done. */
  say: (line: string) => void;
}

/** One subject of the bench, run by its name. */
export interface BenchPart {
  name: string;
  about: string;
  run: (bench: Bench) => Promise<Finding[]>;
}
