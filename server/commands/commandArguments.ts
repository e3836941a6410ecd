import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

export interface CommandForm<O extends Options> {
  readonly options?: O;
  /** Names of what must be given, in order. */
  readonly positionals?: readonly string[];
  /** How many more may follow. */
  readonly more?: number;
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * What a command was called with. Call it before any work: `--help` prints `usage` and ends the process with status 0, an
 * unknown option or another number of arguments is named before the usage, with status 2.
 */
export function commandArguments<const O extends Options = Options>(
  usage: string,
  form: CommandForm<O> = {},
): {
  values: ReturnType<typeof parseArgs<{ options: O }>>['values'];
  positionals: string[];
} {
  const { options = {} as O, positionals: names = [], more = 0 } = form;
  try {
    const { values, positionals } = parseArgs({ options: { ...options, ...HELP }, allowPositionals: true });
    if ((values as { help?: boolean }).help === true) return end(0, usage);
    const missing = names[positionals.length];
    if (missing !== undefined) throw new TypeError(`${missing} is missing.`);
    const surplus = positionals[names.length + more];
    if (surplus !== undefined) throw new TypeError(`'${surplus}' is one argument too many.`);
    return { values: values as unknown as ReturnType<typeof parseArgs<{ options: O }>>['values'], positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return end(2, `${firstSentence(error.message)}\n\n${usage}`);
  }
}

/** Ends the process with what is wrong with the arguments, and the usage. For what commandArguments can't know. */
export function refuseArguments(usage: string, what: string): never {
  return end(2, `${what}\n\n${usage}`);
}

function end(status: 0 | 2, text: string): never {
  if (status === 0) console.log(text);
  else console.error(text);
  process.exit(status);
}

/** Node.js goes on with how to give an argument that begins with a dash. */
function firstSentence(message: string): string {
  return message.split(/\.\s/)[0]?.replace(/\.?$/, '.') ?? message;
}
