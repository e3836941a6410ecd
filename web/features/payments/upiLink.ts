/** The link that UPI apps open to pay: payee, name and amount in rupees (NPCI's UPI linking specification). */
export function upiLink({ upiId, payeeName, amount }: { upiId: string; payeeName: string; amount: string }): string {
  const parameters = { pa: upiId, pn: payeeName, am: amount, cu: 'INR' };
  // Several UPI apps don't decode "%40"; a query may hold the sign itself (RFC 3986, 3.4).
  const encoded = (value: string) => encodeURIComponent(value).replaceAll('%40', '@');
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encoded(value)}`);
  return `upi://pay?${query.join('&')}`;
}
