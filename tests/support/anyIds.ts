/*
 * SQL for what written rounds need and no test looks at. Servers that start at once leave gaps in these ids; without a server there is
 * no row, and what is written past the rules needs none.
 */
export const anyPayoutTable = 'coalesce((select min(id) from payout_tables), 1)';
export const anyChain = 'coalesce((select min(id) from chains), 1)';
