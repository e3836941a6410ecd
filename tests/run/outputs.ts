/** Output of a part. */
export interface Output {
  write(text: string): void;
  /** Ends the output. */
  end(): void;
}

interface Held {
  text: string;
  ended: boolean;
}

/**
 * Separates the output of parts that run in parallel: the output that was opened first is passed through, the others
 * are buffered until the previous ones have ended.
 */
export class Outputs {
  readonly #print: (text: string) => void;
  readonly #open: Held[] = [];

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  open(): Output {
    const held: Held = { text: '', ended: false };
    this.#open.push(held);
    return {
      write: (text) => {
        held.text += text;
        this.#passOn();
      },
      end: () => {
        held.ended = true;
        this.#passOn();
      },
    };
  }

  #passOn(): void {
    for (let first = this.#open[0]; first; first = this.#open[0]) {
      if (first.text !== '') this.#print(first.text);
      first.text = '';
      if (!first.ended) return;
      this.#open.shift();
    }
  }
}
