import type { denials as en } from '../en/denials.ts';

export const denials: typeof en = {
  label: 'कारण',
  reasons: {
    NOT_RECEIVED: 'इस रेफ़रेंस का कोई भुगतान नहीं मिला।',
    AMOUNT_DIFFERS: 'जो भुगतान मिला उसकी रकम अलग है।',
    PAID_BY_OTHERS: 'भुगतान किसी और के खाते से आया है।',
    ALREADY_CREDITED: 'यह भुगतान पहले ही जोड़ा जा चुका है।',
    ACCOUNT_INVALID: 'बैंक ने खाते की जानकारी नहीं मानी।',
    ACCOUNT_NOT_OWN: 'खाता आपके नाम पर नहीं है।',
    CHECK_NEEDED: 'पहले हमें आपके खाते की जाँच करनी है। कृपया ग्राहक सेवा को लिखें।',
  },
};
