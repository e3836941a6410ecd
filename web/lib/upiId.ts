const form = /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/;

/** Whether a text has the form of a UPI id, such as `name@bank`; the server takes no other (destination.ts). */
export function isUpiId(text: string): boolean {
  return form.test(text.trim());
}
