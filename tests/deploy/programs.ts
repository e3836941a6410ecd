import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_TIMEOUT_MS = 10_000;
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The path of a program, installed from Debian's package if missing. Throws where that isn't possible. */
export function ensureProgram(name: string, debianPackage: string): string {
  const found = () => FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found() === undefined && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', debianPackage], { stdio: 'inherit', env });
  }
  const path = found();
  if (path === undefined) throw new Error(`${name} is missing. On Debian: apt-get install ${debianPackage}`);
  return path;
}

/** A TCP port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface RunningProgram {
  /** Ends the program and removes its folder. */
  stop(): Promise<void>;
}

/** Runs a program with a configuration file of its own until `stop`. Resolves once it accepts connections on `port`. */
export async function runProgram(
  path: string,
  { config, args, port }: { config: string; args: (folder: string) => string[]; port: number },
): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-deploy-'));
  writeFileSync(join(folder, 'config'), config.replaceAll('FOLDER', folder));
  const child = spawn(path, args(folder), { stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await accepts(port, child);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function accepts(port: number, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const [event] = await Promise.race([once(socket, 'connect').then(() => ['up']), once(socket, 'error')]).catch(
      () => [],
    );
    socket.destroy();
    if (event === 'up') return;
    await delay(50);
  }
  throw new Error(`${child.spawnfile} did not accept connections on port ${port}`);
}
