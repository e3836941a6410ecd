import { ensureProgram, freePort, runProgram, type RunningProgram } from './programs.ts';

export interface RunningProxy extends RunningProgram {
  /** The public URL. */
  readonly url: string;
}

/** Starts a proxy in front of the server on `target` (a loopback port). */
export type StartProxy = (target: number) => Promise<RunningProxy>;

const nginx = (location: string, map = ''): StartProxy => {
  return async (target) => {
    const port = await freePort();
    const config = `
      daemon off; worker_processes 1; pid FOLDER/nginx.pid; error_log stderr error;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events { worker_connections 512; }
      http {
        access_log off;
        client_body_temp_path FOLDER/body; proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/fastcgi;
        uwsgi_temp_path FOLDER/uwsgi; scgi_temp_path FOLDER/scgi;
        ${map}
        server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${target}; ${location} } }
      }`;
    const program = ensureProgram('nginx', 'nginx-light');
    const args = (folder: string) => ['-p', folder, '-c', `${folder}/config`, '-e', 'stderr'];
    return { url: `http://127.0.0.1:${port}`, ...(await runProgram(program, { config, args, port })) };
  };
};

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

/** The README's settings for nginx. */
const README_NGINX = `
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;`;

export const proxies = {
  'nginx with the README’s settings': nginx(
    README_NGINX,
    'map $http_upgrade $connection_upgrade { default upgrade; "" ""; }',
  ),
  'haproxy with the README’s settings': haproxy('http', '', 'option forwardfor'),
  'nginx as it comes': nginx(''),
  'haproxy in TCP mode': haproxy('tcp', ''),
  'haproxy in TCP mode with the PROXY protocol': haproxy('tcp', 'send-proxy'),
} as const satisfies Record<string, StartProxy>;
