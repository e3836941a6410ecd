/** What is wrong with an installation, and what to do about it, as sentences. */
export interface Finding {
  /** `wrong`: players or money are concerned, now or at the next start. `advice`: it works, and could be safer. */
  readonly level: 'wrong' | 'advice';
  /** What it is about, printed as a section of its own; unset: the installation. */
  readonly section?: 'real money';
  readonly what: string;
  readonly todo: string;
}

export const wrong = (what: string, todo: string): Finding => ({ level: 'wrong', what, todo });
export const advice = (what: string, todo: string): Finding => ({ level: 'advice', what, todo });

export function bytesText(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

export function ageText(ms: number): string {
  const hours = ms / 3_600_000;
  return hours >= 48
    ? `${Math.floor(hours / 24)} days`
    : hours >= 2
      ? `${Math.floor(hours)} hours`
      : `${Math.ceil(ms / 60_000)} minutes`;
}
