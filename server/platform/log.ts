import { type DestinationStream, pino, type Logger } from 'pino';
import { limitRepeatedErrors } from './repeatedErrors.ts';

export type { Logger };

/** The server's log: one JSON object per line, on standard output by default. Never contains request bodies or credentials. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorAsLogged, error: errorAsLogged },
    hooks: { logMethod: limitRepeatedErrors({ after: (ms, run) => void setTimeout(run, ms).unref() }) },
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.refreshToken', '*.accessToken'],
      censor: '[hidden]',
    },
  };
  return pino(options, destination);
}

/**
 * The fields that help to find a cause. Errors of the database's driver reference their whole connection, which is left
 * out.
 */
export function errorAsLogged(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, cause } = error as Error & Record<'code' | 'constraint', unknown>;
  return {
    type: error.name,
    message: withoutParameters(error.message),
    stack: error.stack?.replace(error.message, () => withoutParameters(error.message)),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(cause !== undefined && { cause: errorAsLogged(cause) }),
  };
}

/** Drizzle puts a failed statement's parameters into its message: password hashes, mail addresses, secrets. */
function withoutParameters(message: string): string {
  return message.replace(/\nparams: [\s\S]*$/, '');
}
