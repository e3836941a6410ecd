const indian = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Whole paise for display, in Indian grouping: ₹12,34,567.50, and ₹60 for whole rupees. Takes zero and above. */
export function displayRupees(paise: bigint): string {
  return indian.format(`${paise / 100n}.${String(paise % 100n).padStart(2, '0')}` as `${number}`);
}
