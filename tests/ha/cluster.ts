import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Account, unprivilegedAccount } from '../../db/embedded/account.ts';
import { HUGE_PAGES } from '../../db/embedded/cluster.ts';
import { ensureProgram, freePort } from '../deploy/programs.ts';

const POSTGRES = '/usr/lib/postgresql/15/bin';
const READY_MS = 180_000;
const ANSWER_MS = 5_000;
const SUPERUSER = 'keeper';

/** One machine of the cluster: PostgreSQL and the Patroni that runs it. */
interface Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly folder: string;
  patroni: ChildProcess | undefined;
}

/** Two PostgreSQL under Patroni with synchronous replication, and an etcd. Everything is started here. */
export class Cluster {
  readonly #folder: string;
  readonly #account: Account | undefined = unprivilegedAccount();
  readonly #nodes: Node[] = [];
  #etcd: ChildProcess | undefined;
  #etcdPort = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Ports of PostgreSQL and of Patroni's health check, for each machine. */
  get ports(): readonly { name: string; port: number; restPort: number }[] {
    return this.#nodes;
  }

  async start(): Promise<void> {
    const etcd = ensureProgram('etcd', 'etcd-server');
    ensureProgram('patroni', 'patroni');
    ensureProgram('../lib/postgresql/15/bin/initdb', 'postgresql-15');
    this.#etcdPort = await freePort();
    const [client, peer] = [`http://127.0.0.1:${this.#etcdPort}`, `http://127.0.0.1:${await freePort()}`];
    const args = ['--name', 'one', '--data-dir', this.#own('etcd')];
    args.push('--listen-client-urls', client, '--advertise-client-urls', client);
    args.push('--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`);
    // A busy machine answers late; that is no reason for an election among one.
    args.push('--heartbeat-interval', '200', '--election-timeout', '4000');
    this.#etcd = this.#spawn(etcd, args, 'etcd.log');
    for (const name of ['a', 'b']) {
      const folder = this.#own(name);
      const node = { name, port: await freePort(), restPort: await freePort(), folder, patroni: undefined };
      this.#nodes.push(node);
      writeFileSync(join(folder, 'patroni.json'), JSON.stringify(this.#configOf(node), null, 2));
      this.startNode(name);
      // The first one makes the cluster, the second copies it.
      await until(`PostgreSQL ${name} runs`, async () =>
        (await this.#members()).some((member) => member.name === name),
      );
    }
    await this.healthy();
  }

  /** As server/deploy/failover.md has them. */
  #configOf({ name, port, restPort, folder }: Node): object {
    const account = (username: string) => ({ username, password: 'only-of-this-run' });
    return {
      scope: 'rangoli',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { host: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 5,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 150, wal_log_hints: 'on', wal_keep_size: '2GB' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(folder, 'data'),
        bin_dir: POSTGRES,
        pgpass: join(folder, 'pgpass'),
        authentication: {
          superuser: account(SUPERUSER),
          replication: account('replicator'),
          rewind: account('rewinder'),
        },
        parameters: { unix_socket_directories: folder, timezone: 'UTC', jit: 'off' },
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
      },
    };
  }

  startNode(name: string): void {
    const node = this.#node(name);
    node.patroni = this.#spawn('/usr/bin/patroni', [join(node.folder, 'patroni.json')], `patroni-${name}.log`);
  }

  /** SIGKILL for Patroni, the postmaster and its processes, as when the machine dies. */
  async killNode(name: string): Promise<void> {
    const { patroni, folder } = this.#node(name);
    const postmaster = postmasterOf(folder);
    const pids = postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
    const gone = patroni && patroni.exitCode === null ? once(patroni, 'exit') : undefined;
    patroni?.kill('SIGKILL');
    for (const pid of pids) killIfAlive(pid);
    await gone;
  }

  async leader(): Promise<string> {
    let leader: string | undefined;
    await until('there is a leader', async () => {
      leader = (await this.#members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name;
      return leader !== undefined;
    });
    return leader ?? '';
  }

  /** Waits until the other machine is a synchronous standby, from when on no acknowledged commit can be lost. */
  async healthy(): Promise<void> {
    await until('the standby is synchronous', async () => {
      const members = await this.#members();
      return ['leader', 'sync_standby'].every((role) => members.some((member) => member.role === role));
    });
  }

  /** The leader writes out its changed pages, while it takes bets, so that its shutdown has little to write. */
  async checkpoint(): Promise<void> {
    const { port } = this.#node(await this.leader());
    const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' });
    await client.connect();
    try {
      await client.query('checkpoint');
    } finally {
      await client.end();
    }
  }

  /** A planned one: resolves when the other machine is the leader. */
  async switchover(): Promise<void> {
    const leader = await this.leader();
    const candidate = this.#nodes.find(({ name }) => name !== leader)?.name;
    const answer = await fetch(`http://127.0.0.1:${this.#node(leader).restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) {
      const { patroni } = node;
      if (!patroni || patroni.exitCode !== null || patroni.signalCode !== null) continue;
      const gone = once(patroni, 'exit').then(() => true);
      patroni.kill('SIGTERM');
      if (!(await Promise.race([gone, delay(20_000, false, { ref: false })]))) await this.killNode(node.name);
    }
    if (!this.#etcd || this.#etcd.exitCode !== null) return;
    const gone = once(this.#etcd, 'exit');
    this.#etcd.kill('SIGKILL');
    await gone;
  }

  async #members(): Promise<{ name: string; role: string; state: string }[]> {
    for (const { restPort } of this.#nodes) {
      try {
        const signal = AbortSignal.timeout(ANSWER_MS);
        const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal });
        return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members;
      } catch {
        // This machine is down: the other one is asked.
      }
    }
    return [];
  }

  #node(name: string): Node {
    const node = this.#nodes.find((one) => one.name === name);
    if (!node) throw new Error(`there is no machine ${name}`);
    return node;
  }

  /** A folder of the account that PostgreSQL runs under. */
  #own(name: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { mode: 0o700 });
    if (this.#account) chownSync(folder, this.#account.uid, this.#account.gid);
    return folder;
  }

  #spawn(program: string, args: string[], log: string): ChildProcess {
    const output = openSync(join(this.#folder, log), 'a');
    const child = spawn(program, args, {
      stdio: ['ignore', output, output],
      cwd: '/',
      env: { ...process.env, ...HUGE_PAGES },
      ...(this.#account && { uid: this.#account.uid, gid: this.#account.gid }),
    });
    closeSync(output);
    return child;
  }
}

export async function until(what: string, isSo: () => Promise<boolean>, timeoutMs = READY_MS): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs / 1_000} s: ${what}`);
    await delay(100);
  }
}

function postmasterOf(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1] === String(parent)
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
