import type { fields as en } from '../en/fields.ts';

/** What people call the fields that the server refuses. */
export const fields: typeof en = {
  accountHolderName: 'खाताधारक का नाम',
  accountNumber: 'खाता नंबर',
  amount: 'रकम',
  denialReason: 'कारण',
  description: 'विवरण',
  document: 'दस्तावेज़',
  email: 'ईमेल',
  ifscCode: 'IFSC कोड',
  message: 'संदेश',
  name: 'नाम',
  newPassword: 'नया पासवर्ड',
  oldPassword: 'पुराना पासवर्ड',
  password: 'पासवर्ड',
  payoutReference: 'भुगतान का रेफ़रेंस',
  reason: 'कारण',
  reference: 'रेफ़रेंस',
  text: 'पाठ',
  title: 'टिकट का प्रकार',
  upiId: 'UPI ID',
};
