/** Address of a database: an operator's `DATABASE_URL`, which may have several hosts, or the embedded server's socket folder (or loopback port). */
export type DatabaseAddress =
  | {
      readonly connectionString: string;
      /** Shared by all connections of a server; absent where each pool and each connection searches for itself. */
      readonly search?: HostSearch;
    }
  | {
      /** A folder that holds the Unix socket, or a host name. */
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

/** Which host of an address takes writes (primary.ts). */
export interface HostSearch {
  /** Whether there is one host, which is used whatever it is. */
  readonly hasOneHost: boolean;
  /** The host isn't known any longer to take writes; nothing changes where another one is known. */
  forget(host: DatabaseAddress | undefined): void;
  /**
   * Connects to the host that takes writes. Where the one that was known is unavailable, the others are tried too. Rejects with
   * the reason when there is none now.
   */
  use<Connection>(connect: (host: DatabaseAddress) => Promise<Connection>): Promise<Connection>;
}
