import type { denialReason } from '../../../db/schema/wallet.ts';
import type { Language } from '../../platform/languages.ts';

type DenialReason = (typeof denialReason.enumValues)[number];

/** What a player reads for each reason of a denial; null where the message with it is the reason. */
const sentences: Readonly<Record<Language, Readonly<Record<DenialReason, string | null>>>> = {
  en: {
    NOT_RECEIVED: 'No payment with this reference has arrived.',
    AMOUNT_DIFFERS: 'The payment that arrived has another amount.',
    PAID_BY_OTHERS: "The payment came from somebody else's account.",
    ALREADY_CREDITED: 'This payment has been credited before.',
    ACCOUNT_INVALID: "The bank doesn't accept the account's details.",
    ACCOUNT_NOT_OWN: "The account isn't in your name.",
    CHECK_NEEDED: 'We have to check your account first. Please write to customer service.',
    OTHER: null,
  },
  hi: {
    NOT_RECEIVED: 'इस रेफ़रेंस का कोई भुगतान नहीं मिला।',
    AMOUNT_DIFFERS: 'जो भुगतान मिला उसकी रकम अलग है।',
    PAID_BY_OTHERS: 'भुगतान किसी और के खाते से आया है।',
    ALREADY_CREDITED: 'यह भुगतान पहले ही जोड़ा जा चुका है।',
    ACCOUNT_INVALID: 'बैंक ने खाते की जानकारी नहीं मानी।',
    ACCOUNT_NOT_OWN: 'खाता आपके नाम पर नहीं है।',
    CHECK_NEEDED: 'पहले हमें आपके खाते की जाँच करनी है। कृपया ग्राहक सेवा को लिखें।',
    OTHER: null,
  },
};

/** The sentence for a reason of a denial; null for none, and where the message with it is the reason. */
export function denialSentence(reason: DenialReason | null | undefined, language: Language): string | null {
  return reason ? sentences[language][reason] : null;
}
