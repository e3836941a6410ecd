/** The link that UPI apps open to pay: payee, name and amount in rupees (NPCI's UPI linking specification). */
export function upiLink({ upiId, payeeName, amount }: { upiId: string; payeeName: string; amount: string }): string {
  const parameters = { pa: upiId, pn: payeeName, am: amount, cu: 'INR' };
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `upi://pay?${query.join('&')}`;
}
