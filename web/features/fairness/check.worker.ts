import { type CheckRequest, checkPublishedRound, type RoundCheck } from './roundCheck.ts';

/** Checks rounds beside the page, which the curve's arithmetic would block: one message each way. */
export type CheckAnswer = { readonly check: RoundCheck } | { readonly error: string };

globalThis.addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes none
  const answer = (message: CheckAnswer) => globalThis.postMessage(message);
  checkPublishedRound(data).then(
    (check) => answer({ check }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
