import { useEffect, useRef, useState, type RefObject } from 'react';

/** Why something had no effect, in words; and the field of the form that it is about, if it is about one. */
export interface FormProblem {
  readonly text: string;
  readonly field: string | null;
}

/** What is wrong with the fields of a form, in words. */
export type Wrong<Values> = { readonly [Name in keyof Values]?: string | null };

interface Answer {
  readonly problem: FormProblem | null;
}

interface FormOptions<Values> {
  readonly initial: Values;
  /** What is wrong with what was typed. While anything is, nothing is sent. */
  readonly check?: (typed: Values) => Wrong<Values>;
  /** Sends what was typed. */
  readonly send: (typed: Values) => Promise<Answer> | void;
  /** Instead of sending at once: asks for a confirmation, which then calls the form's `send`. */
  readonly confirm?: () => void;
}

export interface FormField<Value> {
  readonly value: Value;
  readonly error: string | null;
  readonly onChange: (value: Value) => void;
}

/** What the `Form` needs of a form, whatever its fields are. */
export interface FormState {
  readonly element: RefObject<HTMLFormElement | null>;
  /** Texts beside fields. */
  readonly errors: readonly string[];
  /** A text about the whole form. */
  readonly problem: string | null;
  readonly busy: boolean;
  readonly submit: () => void;
  readonly dismiss: () => void;
}

/**
 * The state of a form: what was typed, and what is wrong with it. An error stands beside its field until the field is
 * edited, whether the form or the server found it; what is about no field of the form stands above its button. The
 * first field with an error gets the focus. While an answer is awaited nothing more is sent.
 */
export function useForm<Values extends object>({ initial, check, send, confirm }: FormOptions<Values>) {
  const [typed, setTyped] = useState(initial);
  const [wrong, setWrong] = useState<Wrong<Values>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const { element, focusOnWrong } = useFocusOnWrong();

  const set = (changes: Partial<Values>) => {
    setTyped((now) => ({ ...now, ...changes }));
    setWrong((now) => ({ ...now, ...Object.fromEntries(Object.keys(changes).map((name) => [name, null])) }));
    setProblem(null);
  };
  const field = <Name extends keyof Values>(name: Name): FormField<Values[Name]> => ({
    value: typed[name],
    error: wrong[name] ?? null,
    onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
  });

  const sendTyped = () =>
    once(async () => {
      setProblem(null);
      const answer = await send(typed);
      if (!answer?.problem) return;
      const { text, field: about } = answer.problem;
      if (about !== null && about in typed) setWrong({ [about]: text } as Wrong<Values>);
      else setProblem(text);
      focusOnWrong();
    });
  const submit = () => {
    const found = check?.(typed) ?? {};
    const isWrong = Object.values(found).some(Boolean);
    setWrong(found);
    setProblem(null);
    if (isWrong) focusOnWrong();
    else if (confirm) confirm();
    else void sendTyped();
  };
  const reset = () => {
    setTyped(initial);
    setWrong({});
  };
  const errors = Object.values(wrong).filter((text): text is string => Boolean(text));
  return {
    typed,
    field,
    set,
    reset,
    element,
    errors,
    problem,
    busy,
    submit,
    send: sendTyped,
    dismiss: () => setProblem(null),
  };
}

/** Runs one thing at a time: what comes while it runs is dropped. */
function useOnce() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const once = async (run: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await run();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
}

/** Moves the focus to the first field with an error, once the errors are on the screen. */
function useFocusOnWrong() {
  const element = useRef<HTMLFormElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times === 0) return;
    // Radio buttons have their error at their group.
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid]:not(fieldset), [aria-invalid] input');
    // Where it has the focus already, its description would not be read again.
    first?.blur();
    first?.focus();
  }, [times]);
  return { element, focusOnWrong: () => setTimes((count) => count + 1) };
}
