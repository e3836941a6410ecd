import { ApolloLink } from '@apollo/client';
import { Observable, Subject } from 'rxjs';

/** The data of an answer, or 'lost': the call may have been carried out, but the connection broke before the answer. */
type Answer = Record<string, unknown> | null | 'lost';

/** Stands in for the server behind an Apollo client: records what is sent, answers as told, and sends events. */
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

  /** Answers the next calls at once, in this order. A call without a prepared answer waits for `answerLate`. */
  willAnswer(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  /** Answers the call that has waited longest. */
  answerLate(answer: Answer): void {
    this.#waiting.shift()?.(answer);
  }

  send(data: Record<string, unknown>): void {
    this.events.next({ data: { __typename: 'Subscription', ...data } });
  }
}
