import { ApolloLink } from '@apollo/client';
import { Observable, Subject } from 'rxjs';

/** The data of a response, or 'lost': the call may have been executed, but the connection broke before the response. */
type Answer = Record<string, unknown> | null | 'lost';

/** Replaces the server behind an Apollo client: records requests, answers as scripted, and sends events. */
export class ScriptedServer {
  readonly sent: Record<string, unknown>[] = [];
  readonly events = new Subject<ApolloLink.Result>();
  readonly #answers: Answer[] = [];
  readonly #waiting: ((answer: Answer) => void)[] = [];

  readonly link = new ApolloLink(({ operationType, variables }) => {
    if (operationType === 'subscription') return this.events;
    this.sent.push(variables);
    return new Observable((observer) => {
      const respond = (answer: Answer) => {
        if (answer === 'lost') return observer.error(new TypeError('Failed to fetch'));
        observer.next({ data: answer && { __typename: operationType === 'query' ? 'Query' : 'Mutation', ...answer } });
        return observer.complete();
      };
      const answer = this.#answers.shift();
      if (answer === undefined) this.#waiting.push(respond);
      else respond(answer);
    });
  });

  /** Answers the next calls at once, in this order. A call without a scripted answer waits for `answerLate`. */
  willAnswer(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  /** Answers the oldest pending call. */
  answerLate(answer: Answer): void {
    this.#waiting.shift()?.(answer);
  }

  send(data: Record<string, unknown>): void {
    this.events.next({ data: { __typename: 'Subscription', ...data } });
  }
}
