import type { evidence as en } from '../en/evidence.ts';

export const evidence: typeof en = {
  balance: {
    counted: (own, total, day) =>
      `आपका ${own} का बैलेंस ${day} के सभी खिलाड़ियों के कुल जोड़ में गिना गया है: ${total}। इस डिवाइस पर जाँचा गया।`,
    missing: (day) => `आपका बैलेंस ${day} के प्रकाशित कुल जोड़ में नहीं गिना गया है। कृपया स्क्रीनशॉट लें और सहायता से संपर्क करें।`,
  },
};
