import { sql, type SQL } from 'drizzle-orm';

/** A query that returns no row when the books are correct; each row describes a `fault`. */
export interface BookCheck {
  name: string;
  faults: SQL;
}

/** Rounds whose bets and transfers are in the files of an archived month (archive_month). */
const archived = sql`c.bets_month in (select month from archived_months)`;

/** The balance of each account, from the transfers and the sums of archived ones alone. */
const moved = sql`
  select account_id, sum(delta)::bigint as total
    from (select credit_account_id as account_id, amount as delta from transfers
          union all select debit_account_id, -amount from transfers
          union all select account_id, moved from archived_moves) sides
   group by account_id`;

/**
 * Every invariant between the transfers and what is derived from them: balances, bets, payouts, contests, deposits,
 * withdrawals, the audit log. Each is checked over the whole history.
 */
export const bookChecks: readonly BookCheck[] = [
  {
    name: 'every stored balance is the sum of its transfers',
    faults: sql`
      select format('account %s (%s of player %s) holds %s paise, its transfers make %s',
                    a.id, a.kind, a.player_id, a.balance, coalesce(m.total, 0)) as fault
        from ledger_accounts a left join (${moved}) m on m.account_id = a.id
       where a.balance is not null and a.balance <> coalesce(m.total, 0)`,
  },
  {
    name: 'all accounts together hold nothing',
    faults: sql`
      select format('all accounts together hold %s paise', sum(total)) as fault
        from (select coalesce(a.balance, m.total, 0) as total
                from ledger_accounts a full join (${moved}) m on m.account_id = a.id) totals
      having coalesce(sum(total), 0) <> 0`,
  },
  {
    name: 'every published total of balances is the ledger’s',
    faults: sql`
      select format('the total of %s is %s paise, the transfers up to %s make %s', d.day, d.total, d.last_transfer_id, l.total) as fault
        from liability_days d,
             lateral (select coalesce(sum(s.delta), 0)::bigint as total
                        from (select id, credit_account_id as account_id, amount as delta from transfers
                              union all select id, debit_account_id, -amount from transfers
                              union all select 0, account_id, moved from archived_moves) s
                        join ledger_accounts a on a.id = s.account_id and a.player_id is not null
                       where s.id <= d.last_transfer_id) l
       where d.total <> l.total
         -- Of an earlier day the files of the archived months tell.
         and d.last_transfer_id >= all(select last_transfer_id from archived_months)
      union all
      select format('the stakes of waiting rounds of %s are %s paise, their bets make %s', d.day, d.waiting_stakes, w.total)
        from liability_days d, lateral (select waiting_stakes(d.last_transfer_id, d.made_at) as total) w
       where d.waiting_stakes <> w.total and d.last_transfer_id >= all(select last_transfer_id from archived_months)
      union all
      select format('the unclaimed receipts of %s are %s paise, the transfers up to %s make %s', d.day, d.unclaimed,
                    d.last_transfer_id, u.total)
        from liability_days d, lateral (
          select coalesce(sum(case a.id when t.credit_account_id then t.amount else -t.amount end), 0)::bigint as total
            from ledger_accounts a join transfers t on a.id in (t.debit_account_id, t.credit_account_id)
           where a.kind = 'unclaimed' and t.id <= d.last_transfer_id) u
       where d.unclaimed <> u.total
      union all
      select format('the tree of %s has another root or total than what is published', d.day)
        from liability_days d
       where exists (select from liability_nodes n where n.day = d.day)
         and not exists (select from liability_nodes n
                          where n.day = d.day and n.hash = d.root and n.total = d.total and n.place = 0
                            and not exists (select from liability_nodes o where o.day = n.day and o.level > n.level))
      union all
      select format('the tree of %s does not add up above place %s of level %s', n.day, 2 * n.place, n.level - 1)
        from liability_nodes n
        join liability_nodes l on l.day = n.day and l.level = n.level - 1 and l.place = 2 * n.place
        left join liability_nodes r on r.day = n.day and r.level = n.level - 1 and r.place = 2 * n.place + 1
       where n.total <> l.total + coalesce(r.total, 0)
          or n.hash <> case when r.hash is null then l.hash
                            else sha256('\\x01'::bytea || int8send(l.total) || l.hash || int8send(r.total) || r.hash) end`,
  },
  {
    name: 'no player is below zero',
    faults: sql`
      select format('player %s has %s paise (%s)', player_id, balance, kind) as fault
        from ledger_accounts where balance < 0`,
  },
  {
    name: 'every settled contest is paid out to the paisa',
    faults: sql`
      select format('contest %s is settled, and its account still holds %s paise', c.game_id, m.total) as fault
        from contests c join (${moved}) m on m.account_id = c.account_id
       where c.state = 'SETTLED' and m.total <> 0`,
  },
  {
    name: 'every void contest gave back all its stakes and pays nothing',
    faults: sql`
      select format('contest %s is void and refunded, and its account still holds %s paise', c.game_id, m.total) as fault
        from contests c join (${moved}) m on m.account_id = c.account_id
       where c.state = 'VOID' and c.settled_at is not null and m.total <> 0
      union all
      select format('bet %s of contest %s, which is void, was paid out', b.id, c.game_id)
        from contests c join bets b on b.contest_id = c.id join bet_payouts p on p.bet_id = b.id
       where c.state = 'VOID'`,
  },
  {
    name: 'every bet has its one stake, from its player to its contest',
    faults: sql`
      with stakes as (select reference_id, count(*) as times, min(amount) as amount, min(debit_account_id) as debit,
                             min(credit_account_id) as credit
                        from transfers where kind = 'bet_stake' group by reference_id)
      select case when b.id is null then format('a stake was taken for bet %s, which does not exist', s.reference_id)
                  when s.times is null then format('bet %s has no stake', b.id)
                  else format('bet %s of %s paise: %s stakes, of %s paise, from account %s to %s',
                              b.id, b.amount, s.times, s.amount, s.debit, s.credit) end as fault
        from bets b
        full join stakes s on s.reference_id = b.id
        left join ledger_accounts a on a.player_id = b.player_id and a.kind = 'player_available'
        left join contests c on c.id = b.contest_id
       where b.id is null or s.times is distinct from 1 or s.amount <> b.amount
          or s.debit is distinct from a.id or s.credit is distinct from c.account_id`,
  },
  {
    name: 'every cancelled bet came back once and in full, and no other did',
    faults: sql`
      select format('bet %s: cancelled %s, refunded %s of %s paise',
                    coalesce(x.bet_id, t.reference_id), x.bet_id is not null, t.amount, b.amount) as fault
        from bet_cancellations x
        full join (select * from transfers where kind = 'bet_refund') t on t.reference_id = x.bet_id
        left join bets b on b.id = coalesce(x.bet_id, t.reference_id)
       where (x.bet_id is null or t.id is null or t.amount is distinct from b.amount)
         and coalesce(x.bet_id, t.reference_id) / 1000000000000 not in (select month from archived_months)`,
  },
  {
    name: 'every payout on record was moved, and nothing else was',
    faults: sql`
      select format('bet %s: payout on record %s, moved %s paise', coalesce(p.bet_id, t.reference_id), p.amount, t.amount) as fault
        from bet_payouts p
        full join (select * from transfers where kind = 'bet_payout') t on t.reference_id = p.bet_id
       where p.amount is distinct from t.amount`,
  },
  {
    name: 'every bet of a settled contest got what its table says',
    faults: sql`
      with due as (
        select b.id, c.game_id,
               case when x.bet_id is null
                    then payout(b.amount, p.basis_points, b.selection, c.winning_number) else 0 end as due
          from contests c
          join payout_tables p on p.id = c.payout_table_id
          join bets b on b.contest_id = c.id
          left join bet_cancellations x on x.bet_id = b.id
         where c.state = 'SETTLED' and not ${archived})
      select format('bet %s in contest %s: due %s paise, paid %s', d.id, d.game_id, d.due, coalesce(p.amount, 0)) as fault
        from due d left join bet_payouts p on p.bet_id = d.id
       where d.due <> coalesce(p.amount, 0)`,
  },
  {
    name: "every settled contest's totals are those of its bets",
    faults: sql`
      with counted as (
        select c.id, count(b.id) as bets, coalesce(sum(b.amount), 0)::bigint as stakes,
               coalesce(sum(p.amount), 0)::bigint as payouts
          from contests c
          left join (select * from bets where id not in (select bet_id from bet_cancellations)) b on b.contest_id = c.id
          left join bet_payouts p on p.bet_id = b.id
         where c.state = 'SETTLED' and not ${archived} group by c.id)
      select format('contest %s says %s bets, %s staked, %s paid; its bets make %s, %s, %s', c.game_id, c.bet_count,
                    c.total_stakes, c.total_payouts, n.bets, n.stakes, n.payouts) as fault
        from contests c join counted n on n.id = c.id
       where (c.bet_count, c.total_stakes, c.total_payouts) is distinct from (n.bets::int, n.stakes, n.payouts)`,
  },
  {
    name: "every player's results are those of the bets",
    faults: sql`
      with counted as (
        select b.player_id, b.contest_id, sum(b.amount)::bigint as stakes, coalesce(sum(p.amount), 0)::bigint as wins
          from bets b
          join contests c on c.id = b.contest_id and c.state = 'SETTLED'
          left join bet_payouts p on p.bet_id = b.id
         where b.id not in (select bet_id from bet_cancellations)
         group by b.player_id, b.contest_id)
      select format('player %s in contest %s: history says %s staked, %s won; the bets make %s, %s',
                    coalesce(r.player_id, n.player_id), coalesce(r.contest_id, n.contest_id),
                    r.bet_amount, r.win_amount, n.stakes, n.wins) as fault
        from (select r.* from contest_results r join contests c on c.id = r.contest_id and c.state = 'SETTLED' and not ${archived}) r
        full join counted n on n.player_id = r.player_id and n.contest_id = r.contest_id
       where (r.bet_amount, r.win_amount) is distinct from (n.stakes, n.wins)`,
  },
  {
    name: "every number drawn with the beacon is the one of what was published, and the root that of the round's bets",
    faults: sql`
      select format('contest %s has the number %s; its seed, its bets and the beacon give %s', c.game_id, c.winning_number,
                    right_number(c)) as fault
        from contests c
       where c.draw_version = 2 and c.state in ('DECIDED', 'SETTLED') and c.decided_by <> 'OPERATOR'
         and c.winning_number is distinct from right_number(c)
      union all
      select format('contest %s has published another root than that of its bets', c.game_id)
        from contests c
       where c.bets_root is not null and not ${archived} and c.bets_root <> bets_root_of(c.id)`,
  },
  {
    name: "every bet is in its round's month, and no archived month is back",
    faults: sql`
      select format('bet %s of contest %s is not in its month, %s', b.id, c.game_id, c.bets_month) as fault
        from bets b join contests c on c.id = b.contest_id
       where b.id / 1000000000000 <> c.bets_month or ${archived}
      union all
      select format('the transfers of 20%s-%s moved %s paise on the whole', lpad((month / 100)::text, 2, '0'),
                    lpad((month % 100)::text, 2, '0'), sum(moved)) from archived_moves
       group by month having sum(moved) <> 0`,
  },
  {
    name: 'every deposit and withdrawal moved exactly what its state says',
    faults: sql`
      with expected as (
        select w.id, w.player_id, w.amount, step.kind::transfer_kind, step.from_kind, step.to_kind
          from wallet_transactions w
         cross join lateral (
           select 'deposit', case when exists (select from statement_lines l
                                                where l.id = w.credited_line_id and l.aside_kind = 'unclaimed')
                                  then 'unclaimed' else 'cash' end, 'player_available'
            where w.transaction_type = 'credit' and w.status = 'success'
           union all
           select 'withdrawal_hold', 'player_available', 'player_held' where w.transaction_type = 'debit'
           union all
           select 'withdrawal_payout', 'player_held', 'cash' where w.transaction_type = 'debit' and w.status in ('success', 'returned')
           union all
           select 'withdrawal_returned', 'cash', 'player_available' where w.status = 'returned'
           union all
           select 'withdrawal_return', 'player_held', 'player_available'
            where w.transaction_type = 'debit' and w.status in ('failed', 'cancelled')) step (kind, from_kind, to_kind)),
      actual as (
        select t.*, d.kind::text as from_kind, c.kind::text as to_kind,
               coalesce(d.player_id, c.player_id) as player_id, coalesce(c.player_id, d.player_id) as other_id
          from transfers t
          join ledger_accounts d on d.id = t.debit_account_id
          join ledger_accounts c on c.id = t.credit_account_id
         where t.kind in ('deposit', 'withdrawal_hold', 'withdrawal_payout', 'withdrawal_return', 'withdrawal_returned'))
      select format('transaction %s: %s of %s paise expected, %s moved', coalesce(e.id, a.reference_id),
                    coalesce(e.kind, a.kind), e.amount, a.amount) as fault
        from expected e
        full join actual a on a.reference_id = e.id and a.kind = e.kind
       where e.id is null or a.id is null or a.amount <> e.amount or a.from_kind <> e.from_kind or a.to_kind <> e.to_kind
          or a.player_id <> e.player_id or a.other_id <> e.player_id`,
  },
  {
    name: 'every play credit moved once and in full, from the house to its player',
    faults: sql`
      select format('play credit %s of %s paise for player %s: moved %s paise, from %s to %s of player %s',
                    coalesce(p.id, t.reference_id), p.amount, p.player_id, t.amount, d.kind, c.kind, c.player_id) as fault
        from play_credits p
        full join (select * from transfers where kind = 'play_credit') t on t.reference_id = p.id
        left join ledger_accounts d on d.id = t.debit_account_id
        left join ledger_accounts c on c.id = t.credit_account_id
       where p.id is null or t.id is null or t.amount <> p.amount or d.kind <> 'house' or c.kind <> 'player_available'
          or c.player_id is distinct from p.player_id`,
  },
  {
    name: 'all play money of a closed account moved once and in full to the house, and no other was forfeited',
    faults: sql`
      select format('player %s, %s: %s paise forfeited, moved %s paise, from %s of player %s to %s',
                    coalesce(f.player_id, t.reference_id), case when u.closed_at is null then 'open' else 'closed' end,
                    f.amount, t.amount, d.kind, d.player_id, c.kind) as fault
        from play_forfeits f
        full join (select * from transfers where kind = 'play_forfeit') t on t.reference_id = f.player_id
        left join users u on u.id = f.player_id
        left join ledger_accounts d on d.id = t.debit_account_id
        left join ledger_accounts c on c.id = t.credit_account_id
       where f.player_id is null or t.id is null or t.amount <> f.amount or u.closed_at is null
          or d.kind <> 'player_available' or d.player_id is distinct from f.player_id or c.kind <> 'house'`,
  },
  {
    name: 'all play money that ended moved once and in full to the house, as real money began',
    faults: sql`
      select format('player %s: %s paise of play money ended at %s, moved %s paise, from %s of player %s to %s; real money began at %s',
                    coalesce(r.player_id, t.reference_id), r.amount, r.created_at, t.amount, d.kind, d.player_id, c.kind,
                    m.went_live_at) as fault
        from play_resets r
        full join (select * from transfers where kind = 'play_reset') t on t.reference_id = r.player_id
        left join ledger_accounts d on d.id = t.debit_account_id
        left join ledger_accounts c on c.id = t.credit_account_id
        left join money_mode m on m.mode = 'real'
       where r.player_id is null or t.id is null or t.amount <> r.amount or m.went_live_at is distinct from r.created_at
          or d.kind <> 'player_available' or d.player_id is distinct from r.player_id or c.kind <> 'house'`,
  },
  {
    name: 'there is no play money where there is real money',
    faults: sql`
      with live as (select went_live_at from money_mode where mode = 'real')
      select format('play credit %s of %s paise for player %s', p.id, p.amount, p.player_id) as fault
        from live join play_credits p on p.created_at >= live.went_live_at or live.went_live_at is null
      union all
      select format('the practice account %s takes deposits', p.upi_id)
        from live join payees p on p.upi_id = 'play@rangoli' and p.active
      union all
      select format('player %s is simulated and active', u.id)
        from live join users u on u.simulated and u.status = 'active'`,
  },
  {
    name: 'every correction moved once and in full, between the house and its player',
    faults: sql`
      select format('correction %s of %s paise for player %s: moved %s paise, from %s of player %s to %s of player %s',
                    coalesce(b.id, t.reference_id), b.amount, b.player_id, t.amount, d.kind, d.player_id, c.kind, c.player_id) as fault
        from balance_corrections b
        full join (select * from transfers where kind = 'correction') t on t.reference_id = b.id
        left join ledger_accounts d on d.id = t.debit_account_id
        left join ledger_accounts c on c.id = t.credit_account_id
       where b.id is null or t.id is null or t.amount <> abs(b.amount)
          or d.kind <> (case when b.amount > 0 then 'house' else 'player_available' end)::ledger_account_kind
          or c.kind <> (case when b.amount > 0 then 'player_available' else 'house' end)::ledger_account_kind
          or coalesce(d.player_id, c.player_id) <> b.player_id`,
  },
  {
    name: 'every correction stands in the audit log',
    faults: sql`
      with logged as (
        select subject as uid, count(*) as times from audit_log where action = 'wallet:correct' group by subject),
      made as (
        select u.uid, count(*) as times from balance_corrections b join users u on u.id = b.player_id group by u.uid)
      select format('player %s: %s corrections, %s in the audit log', uid, coalesce(m.times, 0), coalesce(l.times, 0)) as fault
        from made m full join logged l using (uid)
       where m.times is distinct from l.times`,
  },
  {
    name: 'no reference was credited twice',
    faults: sql`
      -- Those from before keys, which stand on Alerts, are left out.
      select format('reference %s was credited by %s deposits', reference_key, count(*)) as fault
        from wallet_transactions
       where transaction_type = 'credit' and status = 'success' and not key_clashes
       group by reference_key, reference_scope having count(*) <> 1 or reference_key is null
      union all
      select format('the payment %s has paid deposit %s, and deposit %s was credited for it', l.reference, l.transaction_id, w.id)
        from statement_lines l
        join wallet_transactions paid on paid.id = l.transaction_id
        join wallet_transactions w on w.reference_key = l.credit_key and w.reference_scope = paid.reference_scope
                                  and w.transaction_type = 'credit' and w.status = 'success' and w.id <> l.transaction_id
       where l.state = 'matched' and l.direction = 'credit'`,
  },
  {
    name: 'every matched line of a statement pays a request of its amount, and no other line does',
    faults: sql`
      select format('line %s of %s paise (%s) is matched with request %s of %s paise (%s, %s)', l.id, l.amount, l.direction,
                    w.id, w.amount, w.transaction_type, w.status) as fault
        from statement_lines l join wallet_transactions w on w.id = l.transaction_id
       where l.state = 'matched'
         and (w.amount <> l.amount and w.status <> 'pending'
              or w.transaction_type <> l.direction and (l.direction = 'debit' or w.status <> 'returned')
              or w.transaction_type = 'credit' and (w.payee_id <> l.payee_id or w.status not in ('pending', 'success'))
              or w.transaction_type = 'debit' and w.status not in ('success', 'returned'))
      union all
      select format('payout %s came back: nothing shows it', w.id)
        from wallet_transactions w
       where w.status = 'returned'
         and not exists (select from statement_lines l where l.transaction_id = w.id and l.direction = 'credit' and l.state = 'matched')
         and not exists (select from proposals p where p.kind = 'payout_return' and p.subject_id = w.id and p.status = 'confirmed')`,
  },
  {
    name: 'every unclaimed receipt is owed once, from its day until it is claimed',
    faults: sql`
      with lines as (
        -- Those of play money that has ended are owed no more.
        select l.id, l.amount, not exists (select from money_mode where went_live_at >= l.changed_at) as counts, is_unclaimed(l) as owed
          from statement_lines l where l.aside_kind = 'unclaimed'),
      moves as (
        select m.line_id, sum(case m.kind when 'unclaimed_receipt' then 1 else -1 end) as times,
               count(*) filter (where t.amount is distinct from l.amount
                  or (d.kind, c.kind) is distinct from
                     (case m.kind when 'unclaimed_receipt' then 'cash' else 'unclaimed' end::ledger_account_kind,
                      case m.kind when 'unclaimed_receipt' then 'unclaimed' else 'cash' end::ledger_account_kind)) as wrong
          from unclaimed_moves m
          join statement_lines l on l.id = m.line_id
          left join transfers t on t.reference_id = m.id and t.kind = m.kind
          left join ledger_accounts d on d.id = t.debit_account_id
          left join ledger_accounts c on c.id = t.credit_account_id
         group by m.line_id)
      select format('line %s, %s: moved %s times to the unclaimed receipts, %s moves are wrong', coalesce(l.id, m.line_id),
                    case when l.id is null then 'not unclaimed' else 'unclaimed' end, m.times, m.wrong) as fault
        from lines l full join moves m on m.line_id = l.id
       where coalesce(m.times, 0) <> coalesce(l.counts, false)::int or m.wrong > 0
      union all
      select format('transfer %s (%s) of %s paise is of no unclaimed receipt', t.id, t.kind, t.amount)
        from transfers t left join unclaimed_moves m on m.id = t.reference_id and m.kind = t.kind
       where t.kind in ('unclaimed_receipt', 'unclaimed_reversal') and m.id is null
      union all
      select format('the account of unclaimed receipts holds %s paise, its lines make %s', coalesce(m.total, 0), o.total)
        from ledger_accounts a
        left join (${moved}) m on m.account_id = a.id,
             lateral (select coalesce(sum(amount), 0)::bigint as total from lines where owed) o
       where a.kind = 'unclaimed' and coalesce(m.total, 0) <> o.total`,
  },
  {
    name: 'every line set aside stands in the audit log as what it is',
    faults: sql`
      with logged as (
        select distinct on (line) line, action, kind
          from (select id, action, (after::json ->> 'line')::bigint as line, after::json ->> 'asideKind' as kind
                  from audit_log
                 where subject_type = 'statement' and action in ('statement:match', 'statement:setAside', 'statement:reopen')) rows
         order by line, id desc)
      select format('line %s is set aside as %s; the audit log has %s, %s', l.id, l.aside_kind, g.action, g.kind) as fault
        from statement_lines l left join logged g on g.line = l.id
       where l.state = 'set_aside'
         and (g.action is distinct from 'statement:setAside' or g.kind is distinct from l.aside_kind::text)`,
  },
  {
    name: 'every closed day of a statement is what its lines and requests make',
    faults: sql`
      with states as (
        -- The credit of a payout that came back counts on its own day, beside the payout.
        select l.*, w.id is not null as is_return
          from statement_lines l
          left join wallet_transactions w on l.state = 'matched' and w.id = l.transaction_id and w.transaction_type <> l.direction),
      lines as (
        select payee_id, day, sum(amount) filter (where direction = 'credit') as money_in,
               sum(amount) filter (where direction = 'debit') as money_out,
               sum(case direction when 'credit' then amount else -amount end) filter (where state = 'set_aside') as set_aside,
               coalesce(sum(amount) filter (where is_return), 0) as returned,
               count(*) filter (where state not in ('matched', 'set_aside')) as open_lines,
               count(*) filter (where state = 'matched' and not is_return and c.transaction_id is null) as uncounted
          from states left join statement_day_transactions c using (transaction_id, payee_id, day)
         group by payee_id, day),
      -- Counted on an earlier day already: approved before the bank's line was there.
      earlier as (
        select l.payee_id, l.day, count(*) as times
          from states l join statement_day_transactions c on c.transaction_id = l.transaction_id and c.day < l.day
         where l.state = 'matched' and not l.is_return group by l.payee_id, l.day),
      requests as (
        select c.payee_id, c.day, sum(w.amount) filter (where w.transaction_type = 'credit') as ledger_in,
               sum(w.amount) filter (where w.transaction_type = 'debit') as ledger_out,
               count(*) filter (where w.status not in ('success', 'returned')) as undone
          from statement_day_transactions c join wallet_transactions w on w.id = c.transaction_id group by c.payee_id, c.day),
      days as (
        select *, lag(ledger_closing) over (partition by payee_id order by day) as before from statement_days)
      select format('payee %s, %s: in %s, out %s, set aside %s, ledger %s + %s - %s; its lines make %s, %s, %s, its requests %s, %s; %s open, %s not counted',
                    d.payee_id, d.day, d.money_in, d.money_out, d.set_aside, d.ledger_opening, d.ledger_in, d.ledger_out,
                    coalesce(l.money_in, 0), coalesce(l.money_out, 0), coalesce(l.set_aside, 0), coalesce(r.ledger_in, 0) + coalesce(l.returned, 0),
                    coalesce(r.ledger_out, 0), coalesce(l.open_lines, 0), coalesce(l.uncounted, 0) - coalesce(e.times, 0)) as fault
        from days d
        left join lines l using (payee_id, day)
        left join earlier e using (payee_id, day)
        left join requests r using (payee_id, day)
       where d.money_in <> coalesce(l.money_in, 0) or d.money_out <> coalesce(l.money_out, 0)
          or d.set_aside <> coalesce(l.set_aside, 0) or d.ledger_in <> coalesce(r.ledger_in, 0) + coalesce(l.returned, 0)
          or d.ledger_out <> coalesce(r.ledger_out, 0) or d.ledger_opening <> coalesce(d.before, d.opening)
          or l.open_lines > 0 or coalesce(l.uncounted, 0) <> coalesce(e.times, 0) or r.undone > 0`,
  },
  {
    name: 'every decision on money stands in the audit log',
    faults: sql`
      with steps as (
        -- Each row of the log by the states that it enters and leaves. Proposals are rows about the same request, and decide nothing.
        select a.subject, step.action, step.times
          from audit_log a
         cross join lateral (
           select a.action = 'transaction:approve' as approved, a.after::jsonb ->> 'status' = 'approved' as unpaid,
                  a.before::jsonb ->> 'status' = 'approved' as was_approved,
                  a.after::jsonb ->> 'transactionType' = 'debit' as payout) row
         cross join lateral (values
           ('transaction:approve', case when approved then 1
                                        when a.action = 'transaction:withdrawApproval'
                                          or a.action = 'transaction:deny' and was_approved then -1 else 0 end),
           ('transaction:deny', case a.action when 'transaction:deny' then 1 when 'transaction:reopen' then -1 else 0 end),
           ('transaction:pay', case when a.action = 'transaction:pay' or approved and payout and not unpaid then 1 else 0 end),
           ('transaction:return', case a.action when 'transaction:return' then 1 else 0 end)) step (action, times)
         where a.subject_type = 'transaction' and a.action like 'transaction:%'),
      logged as (select subject, action, sum(times) as times from steps group by 1, 2 having sum(times) <> 0),
      decided as (
        select coalesce(reference, upi_id, account_number) as subject, step.action, count(*) as times
          from wallet_transactions w
         cross join lateral (values
           ('transaction:approve', w.status in ('approved', 'success', 'returned')),
           ('transaction:deny', w.status = 'failed'),
           ('transaction:pay', w.transaction_type = 'debit' and w.status in ('success', 'returned')),
           ('transaction:return', w.status = 'returned')) step (action, done)
         where step.done and coalesce(w.approved_by, w.decided_by) is not null group by 1, 2)
      select format('%s %s: %s decided, %s in the audit log', coalesce(d.action, l.action), coalesce(d.subject, l.subject),
                    coalesce(d.times, 0), coalesce(l.times, 0)) as fault
        from decided d full join logged l on l.subject = d.subject and l.action = d.action
       where d.times is distinct from l.times
      union all
      select format('deposit %s was reopened at %s, of which the audit log has nothing', w.reference, w.reopened_at)
        from wallet_transactions w
       where w.reopened_at is not null
         and not exists (select from audit_log a where a.subject_type = 'transaction' and a.action = 'transaction:reopen'
                            and a.subject = w.reference)`,
  },
  {
    name: 'the public log is whole: numbered, hashed, and what its newest checkpoint states',
    faults: sql`
      select format('entry %s of the public log is at place %s, or is not what its hash is of', index, place) as fault
        from (select index, entry, hash, row_number() over (order by index) - 1 as place from log_entries) e
       where index <> place or hash <> sha256('\\x00'::bytea || convert_to(entry, 'UTF8'))
      union all
      select format('the hash of subtree %s of level %s is not that of its hashes', index, level) from log_subtrees
       where hash <> tree_hash(log_hashes(level - 1, index * 256, (index + 1) * 256))
      union all
      select format('the checkpoint of %s entries does not state their tree', size) from log_checkpoints
       where size = (select max(size) from log_checkpoints)
         and (root <> log_root(size) or size <> (select count(*) from log_entries))`,
  },
  {
    name: 'every step of a contest has its one entry in the public log, which says what happened',
    faults: sql`
      with logged as (
        select contest_id, entry, entry::json ->> 'type' as type from log_entries where contest_id is not null
        union all
        select contest_id, entry, entry::json ->> 'type' from log_pending where contest_id is not null),
      -- Those that opened since there is a log.
      since as (
        select c from contests c where c.id >= (select min(contest_id) from logged where type = 'opened')),
      due as (
        select (c).id, type from since, unnest(array['opened',
          case when (c).timelock is not null then 'timelock' end, case when (c).bets_root is not null then 'betsRoot' end,
          case when (c).voided_at is not null then 'void' end, case when (c).winning_number is not null then 'decided' end,
          case when (c).seed is not null and ((c).draw_version = 2 or (c).voided_at is not null) then 'seed' end,
          case when (c).settled_at is not null then case when (c).voided_at is null then 'settled' else 'refunded' end end]) type
         where type is not null)
      select format('contest %s: %s %s in the public log', coalesce(d.id, n.contest_id), coalesce(n.times, 0), coalesce(d.type, n.type)) as fault
        from due d
        full join (select contest_id, type, count(*) as times from logged
                    where contest_id >= (select min(contest_id) from logged where type = 'opened') group by contest_id, type) n
          on n.contest_id = d.id and n.type = d.type
       where n.times is distinct from 1 or d.id is null
      union all
      select format('contest %s: its entry of the public log says otherwise: %s', (c).game_id, entry)
        from since join logged on contest_id = (c).id
       where entry is distinct from contest_log_entry(c, type, (
               select array_agg(note) from json_array_elements_text(
                 case json_typeof(entry::json -> 'checkpoints') when 'array' then entry::json -> 'checkpoints' else '[]' end) note))`,
  },
  {
    name: 'every chain, payout table and change of settings is in the public log',
    faults: sql`
      with logged as (select entry from log_entries union all select entry from log_pending),
      due as (
        select chain_log_entry(c, 'chain') as entry from chains c where c.retired_at is null
        union all
        select payout_table_log_entry(t) from payout_tables t)
      select format('the public log lacks %s', entry) as fault from due
       where exists (select from public_logs) and entry not in (select entry from logged)
      union all
      select format('no change of settings is what the public log says: %s', entry) from logged
       where entry::json ->> 'type' = 'settings'
         and entry not in (select settings_log_entry(a) from audit_log a
                            where a.action in ('settings:randomize', 'settings:profitabilityLevel'))`,
  },
];
