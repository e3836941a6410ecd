import type { notifications as en } from '../en/notifications.ts';

export const notifications: typeof en = {
  empty: 'अभी कोई सूचना नहीं है',
  emptyHint: 'आपकी जमा, निकासी, टिकट और जीत की ख़बरें यहाँ आएँगी।',
  sample: 'नमूना',
  unread: 'नया',
};
