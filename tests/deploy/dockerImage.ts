import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { contextFilter, type Stage, stagesOf } from './dockerfile.ts';
import { ensureProgram } from './programs.ts';

/** The account of Node's images. */
const NODE_ACCOUNT = { name: 'node', id: 1_000 };
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** What a container of compose.yaml has: a root that is read-only, a /tmp of its own, and no other process in sight. */
const IN_CONTAINER = `
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
root=$1 user=$2 folder=$3
shift 3
exec chroot --userspec="$user" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
`;

/** A folder with the root of an image, and the settings that its Dockerfile has given so far. */
class Image {
  readonly env: Record<string, string> = {};
  workdir = '/';
  userId = 0;
  command: readonly string[] = [];
  healthCommand: readonly string[] = [];

  constructor(readonly root: string) {}

  /** The path in this machine of one in the image. */
  at(path: string): string {
    return path.startsWith('/') ? join(this.root, path) : join(this.root, this.workdir, path);
  }

  /** Runs a step of the build, with this machine's settings for npm. Throws where it fails. */
  build(command: string): void {
    const env = { ...process.env, HOME: '/root', ...this.env, PATH };
    const script = 'cd "$0" && exec /bin/sh -c "$1"';
    execFileSync('chroot', [this.root, '/bin/sh', '-c', script, this.workdir, command], { env, stdio: 'inherit' });
  }

  /** Starts the image's command in a container, as a group of processes of its own: a signal to it reaches the command. */
  start(env: Record<string, string>): ChildProcess {
    const [program, ...args] = this.#container(this.command);
    return spawn(program, args, {
      env: { ...this.env, ...env, PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
  }

  /** The exit status of its health check's command, in a container of its own beside the one that is checked. */
  health(env: Record<string, string>): number | null {
    const [program, ...args] = this.#container(this.healthCommand);
    return spawnSync(program, args, { env: { ...this.env, ...env, PATH }, stdio: 'inherit' }).status;
  }

  #container(command: readonly string[]): [string, ...string[]] {
    const user = `${this.userId}:${this.userId}`;
    const own = ['--mount', '--pid', '--fork', '--kill-child'];
    return ['unshare', ...own, 'sh', '-ec', IN_CONTAINER, 'sh', this.root, user, this.workdir, ...command];
  }
}

/**
 * Builds the last stage of the Dockerfile in the folder `context` without a container engine: its base is Debian's
 * smallest system, from mmdebstrap, with Node from npm. Needs root, and the servers of Debian and npm; takes minutes.
 */
export function buildImage(context: string): { image: Image; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-image-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const images = new Map<string, Image>();
    let image: Image | undefined;
    for (const stage of stagesOf(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
      const base = images.get(stage.base) ?? makeBase(stage.base, join(folder, `base-${images.size}`));
      images.set(stage.base, base);
      image = new Image(join(folder, `stage-${images.size}`));
      copy(base.root, image.root);
      buildStage(image, stage, { context, images });
      images.set(stage.alias ?? '', image);
    }
    if (!image) throw new Error('The Dockerfile has no FROM.');
    return { image, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** What `node:24-bookworm-slim` has: Debian's smallest system, Node, npm, and an account. */
function makeBase(name: string, root: string): Image {
  const [, version, suite] = /^node:(\d+)-(\w+)-slim$/.exec(name) ?? [];
  if (version === undefined || suite === undefined) throw new Error(`${name} is not an image of Node.`);
  const mmdebstrap = ensureProgram('mmdebstrap', 'mmdebstrap');
  execFileSync(mmdebstrap, ['--quiet', '--variant=minbase', suite, root], { stdio: 'inherit' });
  const image = new Image(root);
  const prefix = image.at('/usr/local/lib/node');
  mkdirSync(prefix, { recursive: true });
  execFileSync('npm', ['install', '--silent', '--prefix', prefix, `node@${version}`, 'npm@11'], { stdio: 'inherit' });
  for (const program of ['node', 'npm']) {
    symlinkSync(`/usr/local/lib/node/node_modules/.bin/${program}`, image.at(`/usr/local/bin/${program}`));
  }
  const { name: account, id } = NODE_ACCOUNT;
  appendFileSync(image.at('/etc/passwd'), `${account}:x:${id}:${id}::/home/${account}:/bin/sh\n`);
  // How this machine reaches npm's server.
  const config = execFileSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).trim();
  if (existsSync(config)) copy(config, image.at('/root/.npmrc'));
  if (existsSync(CERTIFICATES)) copy(CERTIFICATES, image.at(CERTIFICATES));
  return image;
}

interface Sources {
  readonly context: string;
  /** The stages before, by their names. */
  readonly images: ReadonlyMap<string, Image>;
}

function buildStage(image: Image, { instructions }: Stage, sources: Sources): void {
  const carryOut: Record<string, (value: string) => void> = {
    WORKDIR: (value) => {
      image.workdir = value;
      mkdirSync(image.at(value), { recursive: true });
    },
    ENV: (value) => {
      for (const [, key = '', text = ''] of value.matchAll(/(\w+)=(\S+)/g)) image.env[key] = text;
    },
    USER: (value) => {
      if (value !== NODE_ACCOUNT.name) throw new Error(`The image has no account ${value}.`);
      image.userId = NODE_ACCOUNT.id;
    },
    COPY: (value) => copyInto(image, value, sources),
    RUN: (value) => image.build(value),
    CMD: (value) => {
      image.command = JSON.parse(value) as string[];
    },
    HEALTHCHECK: (value) => {
      image.healthCommand = JSON.parse(value.replace(/^.*?CMD /, '')) as string[];
    },
    EXPOSE: () => {},
    STOPSIGNAL: () => {},
  };
  for (const { name, value } of instructions) {
    const instruction = carryOut[name];
    if (!instruction) throw new Error(`The instruction ${name} is not known here.`);
    instruction(value);
  }
}

/** One COPY: from the context what .dockerignore doesn't name, or from an earlier stage. */
function copyInto(image: Image, value: string, { context, images }: Sources): void {
  const [, stage, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(value) ?? [];
  const names = paths.split(' ');
  const target = names.pop() ?? '.';
  if (stage !== undefined) {
    const from = images.get(stage);
    if (!from) throw new Error(`There is no stage ${stage}.`);
    for (const name of names) copy(from.at(name), image.at(target));
    return;
  }
  const copied = contextFilter(readFileSync(join(context, '.dockerignore'), 'utf8'));
  for (const name of names) {
    const filter = (path: string) => path === context || copied(relative(context, path));
    cpSync(join(context, name), image.at(join(target, name)), { recursive: true, filter });
  }
}

/** A copy with owners, permissions and links, which `cpSync` doesn't keep. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync('cp', ['-a', '--reflink=auto', '--no-target-directory', from, to], { stdio: 'inherit' });
}
