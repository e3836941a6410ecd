import { isIP } from 'node:net';

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** Whether `text` is an IP address, or a range of them as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = BITS[isIP(address)];
  if (bits === undefined || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
