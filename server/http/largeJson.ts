import { onNextTurn } from '../platform/nextTurn.ts';

type Done = (error: Error | null, body?: unknown) => void;

/** Characters above which a body is a file, such as a bank statement. */
const LARGE = 256 * 1_024;

/**
 * A parser of JSON that reads large bodies in turns of the event loop of their own: putting together the pieces that have arrived,
 * parsing, and what is done with the result take some milliseconds each for the largest bodies.
 */
export function inTurns<Request>(
  parse: (request: Request, text: string, done: Done) => unknown,
): (request: Request, text: string, done: Done) => void {
  return (request, text, done) => {
    if (text.length <= LARGE) {
      parse(request, text, done);
      return;
    }
    // Reading one character joins the pieces.
    text.charCodeAt(text.length - 1);
    onNextTurn(() => parse(request, text, (error, body) => onNextTurn(() => done(error, body))));
  };
}
