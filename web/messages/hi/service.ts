import type { service as en } from '../en/service.ts';

export const service: typeof en = {
  raiseTicket: 'टिकट बनाएँ',
  raiseTicketHint: 'बताएँ क्या गड़बड़ हुई। हम टिकट की चैट में जवाब देंगे।',
  liveChat: 'हमसे चैट करें',
  liveChatHint: 'अपने टिकटों की चैट पढ़ें और जवाब दें।',
};
