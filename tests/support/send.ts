import { request as httpRequest } from 'node:http';

export interface Call {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** Sends exactly these headers to the server at `url`: fetch sets some by itself, `host` among them. */
export function sendTo(url: string, { method = 'GET', path, headers = {}, body = '' }: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    request.on('error', reject).end(body);
  });
}
