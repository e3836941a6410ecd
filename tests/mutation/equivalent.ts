const NO_BETS = 'The sum of no bets: cancelBets answers a count of zero with a refusal and reads no amount.';
const NO_PARTS = 'The sum of no rows: a contest has at least one part, so that their number refuses it already.';

/**
 * Equivalent mutants, by function and key (as the runner prints it), each with the reason why no test can detect it. A
 * survivor that isn't listed makes the run fail.
 */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  refuse_unpaid: {
    'select coalesce(sum(case when debit_account_id = c.account_id then amount else -amount end), 0) into v_moved => select coalesce(max(case when debit_account_id = c.account_id then amount else -amount end), 0) into v_moved':
      'One transfer at most: transfers_once_per_reference allows a contest no second result.',
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), (sum(bet_count)), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 1), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), -1), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), (sum(stakes)), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 1), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), -1), coalesce(sum(payouts), 0)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), (sum(payouts))':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 1)':
      NO_PARTS,
    'select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), 0) => select count(*), coalesce(sum(bet_count), 0), coalesce(sum(stakes), 0), coalesce(sum(payouts), -1)':
      NO_PARTS,
  },
  cancel_bets: {
    'select count(*)::int, coalesce(sum(amount), 0)::bigint from live => select count(*)::int, (sum(amount))::bigint from live':
      NO_BETS,
    'select count(*)::int, coalesce(sum(amount), 0)::bigint from live => select count(*)::int, coalesce(sum(amount), 1)::bigint from live':
      NO_BETS,
    'select count(*)::int, coalesce(sum(amount), 0)::bigint from live => select count(*)::int, coalesce(sum(amount), -1)::bigint from live':
      NO_BETS,
  },
};
