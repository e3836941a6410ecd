import type { PrimarySearch } from './primary.ts';

/** Address of a database: an operator's `DATABASE_URL`, which may have several hosts, or the embedded server's socket folder (or loopback port). */
export type DatabaseAddress =
  | {
      readonly connectionString: string;
      /** Shared by all connections of a server; absent where each pool and each connection searches for itself. */
      readonly search?: PrimarySearch;
    }
  | {
      /** A folder that holds the Unix socket, or a host name. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };
