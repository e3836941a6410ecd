import { formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { statements } from '#messages/admin/statements.ts';

interface Agreement {
  readonly sameReference: boolean;
  readonly differingCharacters: number | null;
  readonly amountDifference: string;
  readonly sameName: boolean;
  readonly minutesApart: number;
}

const texts = statements.agreement;

/** What a line and a request have in common, in words; a difference is named as such. */
export function agreementText(agreement: Agreement): string[] {
  const { sameReference, differingCharacters, amountDifference, sameName, minutesApart } = agreement;
  const difference = paiseOf(amountDifference);
  return [
    sameReference
      ? texts.sameReference
      : differingCharacters === null
        ? texts.otherReference
        : texts.differing(differingCharacters),
    difference === 0n
      ? texts.sameAmount
      : difference > 0n
        ? texts.more(formatMoneyShort(difference))
        : texts.less(formatMoneyShort(-difference)),
    sameName ? texts.sameName : texts.otherName,
    texts.apart(minutesApart),
  ];
}
