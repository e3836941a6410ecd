/** What a file leaves open, so that it is imported only with the admin's explicit answer. */
export type QuestionKind = 'dateOrder' | 'minus' | 'side' | 'threeDecimals' | 'balance' | 'total';

/** The answers that each question can have. */
export const answersOf = {
  /** How dates such as 05/06/2026 are meant. */
  dateOrder: ['DMY', 'MDY'],
  /** What a minus means in a column of money in, or of money out: nothing more than the column, or a correction of it. */
  minus: ['sameSide', 'otherSide'],
  /** On which side the amounts stand that show none. */
  side: ['credit', 'debit'],
  /** What `3.000` is. */
  threeDecimals: ['thousands', 'decimals'],
  /** Rows that don't follow from the balance before. */
  balance: ['withoutRows'],
  /** Lines that don't lead from the opening to the closing balance. */
  total: ['anyway'],
} as const satisfies Record<QuestionKind, readonly string[]>;

/** An admin's answers; absent while a question has none. */
export type StatementAnswers = { readonly [Kind in QuestionKind]?: (typeof answersOf)[Kind][number] };

/** A row of the file that a question is about, or that is no payment. */
export interface NamedRow {
  /** Its line in the file, from 1; of XML: the place of its entry. */
  row: number;
  /** Its cells or words, shortened. */
  text: string;
}

export interface StatementQuestion {
  kind: QuestionKind;
  /** The question with an example, in English. */
  text: string;
  rows: NamedRow[];
}

/** Why a row isn't imported. */
export type LeftOutReason = 'outsideTable' | 'total' | 'noAmount' | 'notBooked' | 'otherAccount' | 'offBalance';

export interface LeftOutRow extends NamedRow {
  reason: LeftOutReason;
}
