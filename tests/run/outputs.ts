/** Where a part's lines go. */
export interface Output {
  write(text: string): void;
  /** Nothing follows. */
  end(): void;
}

interface Held {
  text: string;
  ended: boolean;
}

/**
 * Keeps apart what parts print that run side by side: the output that was opened first is passed on as it comes, the
 * others are held until those before them have ended.
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
