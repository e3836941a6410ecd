/**
 * An entry of the browser's history for each open dialog, so that Back closes the dialog on top instead of leaving the
 * page. The router never sees these entries: they have the address and the router's state of their page, and its calls
 * go to `pageHistory`, which removes them first. Where Chromium closes a dialog itself by Android's Back (CloseWatcher),
 * no traversal happens, and the entry is removed as after the close button.
 */

interface EntryState {
  /** The router's, which tell pages apart. */
  readonly key?: string;
  readonly idx?: number;
  /** How many dialogs are open at this entry. */
  readonly dialogs?: number;
}

/** A traversal ends within some ms. Where the browser drops one, no event comes. */
const traversalMs = 1_000;

/** What closes each open dialog, the one on top last. */
const open: (() => void)[] = [];
/** Calls of the router that wait for a traversal, and how long the page needs afterwards to close its dialogs, in ms. */
const waiting: { call: () => void; settleMs: number }[] = [];
let traversal: ReturnType<typeof setTimeout> | undefined;
let shown = current();
let tellRouter = () => {};

function current(): EntryState {
  return (history.state ?? {}) as EntryState;
}

function depth(): number {
  return current().dialogs ?? 0;
}

function traverse(delta: number): void {
  traversal = setTimeout(arrive, traversalMs);
  history.go(delta);
}

function onPopState(): void {
  const isOwn = traversal !== undefined;
  const { key, idx } = current();
  if (key !== shown.key || idx !== shown.idx) tellRouter();
  shown = current();
  if (isOwn) arrive();
  else {
    for (const close of open.slice(depth()).toReversed()) close();
    // After React has closed them. A dialog that stays open has an entry again.
    setTimeout(balance);
  }
}

function arrive(): void {
  clearTimeout(traversal);
  traversal = undefined;
  if (waiting.length === 0) balance();
  else if (depth() > 0) traverse(-depth());
  else {
    const calls = waiting.splice(0);
    for (const { call } of calls) call();
    // The dialogs of the page that is left are open until the next one is shown: no entry must be added for them.
    setTimeout(balance, Math.max(...calls.map(({ settleMs }) => settleMs)));
  }
}

/** Adds and removes entries until there are as many as open dialogs. */
function balance(): void {
  if (traversal !== undefined) return;
  const surplus = depth() - open.length;
  if (surplus > 0) traverse(-surplus);
  while (depth() < open.length) history.pushState({ ...current(), dialogs: depth() + 1 }, '');
}

/** Calls at the page's own entry: at once, or after the entries of dialogs have been removed. */
function atPage(call: () => void, settleMs: number): void {
  if (traversal === undefined && depth() === 0) {
    call();
    shown = current();
    return;
  }
  const later = () => {
    call();
    shown = current();
    tellRouter();
  };
  waiting.push({ call: later, settleMs });
  if (traversal === undefined) traverse(-depth());
}

/** Notes an open dialog, which Back then closes by `close`. Returns what notes that it is closed. */
export function pushDialog(close: () => void): () => void {
  open.push(close);
  queueMicrotask(balance);
  return () => {
    open.splice(open.indexOf(close), 1);
    // Where one dialog follows another, the entry stays.
    queueMicrotask(balance);
  };
}

/** The browser's history as the router has it: with the entries of pages only. */
const pageHistory = {
  get state(): unknown {
    return history.state;
  },
  pushState: (...entry: Parameters<History['pushState']>) => atPage(() => history.pushState(...entry), traversalMs),
  replaceState: (...entry: Parameters<History['replaceState']>) => atPage(() => history.replaceState(...entry), 0),
  // Noted as a traversal: the dialog that is closed by it must not remove its entry once more.
  go: (delta: number) => {
    if (traversal === undefined) traverse(delta - depth());
    else waiting.push({ call: () => history.go(delta), settleMs: 0 });
  },
};

/** What the router uses of a window, with the history of pages. */
export const pageWindow = {
  history: pageHistory,
  location,
  addEventListener: (_type: 'popstate', listener: () => void) => {
    tellRouter = listener;
  },
  removeEventListener: () => {
    tellRouter = () => {};
  },
} as unknown as Window;

addEventListener('popstate', onPopState);
// A page that was reloaded with an open dialog.
balance();
