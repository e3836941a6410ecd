import type { notFound as en } from '../en/notFound.ts';

export const notFound: typeof en = {
  title: 'ऐसा कोई पेज नहीं है',
  text: 'शायद पता गलत लिखा है, या पेज कहीं और चला गया है।',
  home: 'शुरुआत पर जाएँ',
};
