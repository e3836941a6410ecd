import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureProgram, freePort, runProgram, type RunningProgram } from './programs.ts';

export interface RunningProxy extends RunningProgram {
  /** The public URL. */
  readonly url: string;
  /** Where it listens without TLS, beside that. */
  readonly plainUrl?: string;
  /** The file with its log of requests. */
  readonly accessLog?: string;
}

/** Starts a proxy in front of the server on `target` (a loopback port). */
export type StartProxy = (target: number) => Promise<RunningProxy>;

const nginx = (location: string, map = ''): StartProxy => {
  return async (target) => {
    const port = await freePort();
    const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${target}; ${location} } }`;
    return { url: `http://127.0.0.1:${port}`, ...(await runNginx(`${map} ${server}`, { port, logLevel: 'error' })) };
  };
};

/** Runs nginx with this content of its `http` block. */
function runNginx(content: string, { port, logLevel }: { port: number; logLevel: 'error' | 'crit' }) {
  const config = `
    daemon off; worker_processes 1; pid FOLDER/nginx.pid; error_log stderr ${logLevel};
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 512; }
    http {
      access_log off;
      client_body_temp_path FOLDER/body; proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/fastcgi;
      uwsgi_temp_path FOLDER/uwsgi; scgi_temp_path FOLDER/scgi;
      ${content}
    }`;
  const args = (folder: string) => ['-p', folder, '-c', `${folder}/config`, '-e', 'stderr'];
  return runProgram(ensureProgram('nginx', 'nginx-light'), { config, args, port });
}

const haproxy = (mode: 'tcp' | 'http', server: string, extra = ''): StartProxy => {
  return async (target) => {
    const port = await freePort();
    const config = `
defaults
  mode ${mode}
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  ${extra}
listen rangoli
  bind 127.0.0.1:${port}
  server one 127.0.0.1:${target} ${server}
`;
    const program = ensureProgram('haproxy', 'haproxy');
    const args = (folder: string) => ['-q', '-db', '-f', `${folder}/config`];
    return { url: `http://127.0.0.1:${port}`, ...(await runProgram(program, { config, args, port })) };
  };
};

const deployed = (path: string) => fileURLToPath(new URL(`../../server/deploy/${path}`, import.meta.url));

/** A certificate for this machine, in the files that proxies take. */
function certificate(): { folder: string; pem: string; key: string; both: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rangoli-tls-'));
  const [pem, key, both] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'both.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=play.example.com'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', pem], { stdio: 'ignore' });
  execFileSync('sh', ['-c', `cat '${pem}' '${key}' > '${both}'`]);
  return { folder, pem, key, both };
}

/** The file for nginx as it is, except for addresses and paths. */
const nginxFile: StartProxy = async (target) => {
  const [port, plain] = [await freePort(), await freePort()];
  const { folder, pem, key } = certificate();
  const accessLog = join(folder, 'access.log');
  const file = readFileSync(deployed('nginx/rangoli.conf'), 'utf8')
    .replaceAll('/var/log/nginx/access.log', accessLog)
    .replaceAll('/var/log/nginx/error.log', 'stderr')
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${target}`)
    .replaceAll('server 127.0.0.1:4001', `server 127.0.0.1:${await freePort()}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('/etc/ssl/rangoli/fullchain.pem', pem)
    .replace('/etc/ssl/rangoli/privkey.pem', key)
    .replace('/etc/nginx/rangoli/proxy.conf', deployed('nginx/proxy.conf'));
  const program = await runNginx(file, { port, logLevel: 'crit' });
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    accessLog,
    stop: () => ended(program, folder),
  };
};

/** The file for haproxy as it is, except for addresses and paths. */
const haproxyFile: StartProxy = async (target) => {
  const [port, plain] = [await freePort(), await freePort()];
  const { folder, both } = certificate();
  const config = readFileSync(deployed('haproxy/haproxy.cfg'), 'utf8')
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${target}`)
    .replaceAll('127.0.0.1:4001', `127.0.0.1:${await freePort()}`)
    // A test may not open so many files.
    .replace('maxconn 20000', 'maxconn 500')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plain}`)
    .replace('/etc/ssl/rangoli/rangoli.pem', both);
  const args = (at: string) => ['-q', '-db', '-f', `${at}/config`];
  const program = await runProgram(ensureProgram('haproxy', 'haproxy'), { config, args, port });
  return {
    url: `https://127.0.0.1:${port}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    stop: () => ended(program, folder),
  };
};

async function ended(program: RunningProgram, folder: string): Promise<void> {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The settings of server/deploy/configure.md for nginx. */
const DOCUMENTED_NGINX = `
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;`;

export const proxies = {
  'nginx with the documented settings': nginx(
    DOCUMENTED_NGINX,
    'map $http_upgrade $connection_upgrade { default upgrade; "" ""; }',
  ),
  'haproxy with the documented settings': haproxy('http', '', 'option forwardfor'),
  'nginx with the file of server/deploy, one of its servers away': nginxFile,
  'haproxy with the file of server/deploy, one of its servers away': haproxyFile,
  'nginx as it comes': nginx(''),
  'haproxy in TCP mode': haproxy('tcp', ''),
  'haproxy in TCP mode with the PROXY protocol': haproxy('tcp', 'send-proxy'),
} as const satisfies Record<string, StartProxy>;
