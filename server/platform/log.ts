import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * The server's log: one JSON object a line on standard output. What people send and what opens doors is never in it.
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.refreshToken', '*.accessToken'],
      censor: '[hidden]',
    },
  });
}
