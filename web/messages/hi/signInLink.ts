import type { signInLink as en } from '../en/signInLink.ts';

export const signInLink: typeof en = {
  invalid: 'यह लॉग इन लिंक काम नहीं करेगा। शायद यह इस्तेमाल हो चुका है, या 15 मिनट से पुराना है।',
};
