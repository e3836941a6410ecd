import type { promotion as en } from '../en/promotion.ts';

export const promotion: typeof en = {
  title: 'अभी कोई ऑफ़र नहीं है',
  text: 'जब कोई ऑफ़र होगा, यहाँ दिखेगा।',
};
