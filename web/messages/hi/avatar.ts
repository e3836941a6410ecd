import type { avatar as en } from '../en/avatar.ts';

export const avatar: typeof en = {
  name: 'नाम',
  choose: 'तस्वीर चुनें',
  option: (number) => `तस्वीर ${number}`,
  submit: 'सेव करें',
  success: 'बदलाव सेव हो गया!',
  nameKept: (name) => `बदलाव सेव हो गया! आपका नाम अब भी ${name} है।`,
};
