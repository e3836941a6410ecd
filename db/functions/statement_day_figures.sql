-- A day of a payee by the statement and by the ledger, in paise. The ledger's side are the approved requests that belong
-- to the day: those of its matched lines (of a payout that came back both, each on its own day), and deposits approved since the day that was closed last, of which no file has a
-- line; the receipt that two admins credited counts on the day of its line, as unclaimed, if it was set aside as that. Each counts on one day only (statement_day_transactions). Its opening is the closing of the day closed last; the
-- first day begins with the bank's.
create or replace function statement_day_figures(p_payee_id bigint, p_day date)
  returns table (opening bigint, money_in bigint, money_out bigint, closing bigint, ledger_opening bigint, ledger_in bigint,
                 ledger_out bigint, set_aside bigint, open_lines int, waiting_lines int, transaction_ids bigint[])
  language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  with before as (
    select day, closing, ledger_closing from statement_days
     where payee_id = p_payee_id and day < p_day order by day desc limit 1),
  lines as (
    select l.direction, l.amount, l.state, l.transaction_id, w.status
      from statement_lines l left join wallet_transactions w on w.id = l.transaction_id
     where l.payee_id = p_payee_id and l.day = p_day),
  bank as (
    select coalesce(sum(amount) filter (where direction = 'credit'), 0)::bigint as money_in,
           coalesce(sum(amount) filter (where direction = 'debit'), 0)::bigint as money_out,
           coalesce(sum(case direction when 'credit' then amount else -amount end)
                      filter (where state = 'set_aside'), 0)::bigint as set_aside,
           count(*) filter (where state in ('proposed', 'unmatched'))::int as open_lines,
           count(*) filter (where state = 'matched' and status = 'pending')::int as waiting_lines
      from lines),
  returned as (
    select coalesce(sum(w.amount), 0)::bigint as money_in
      from lines l join wallet_transactions w on w.id = l.transaction_id and w.transaction_type <> l.direction
     where l.state = 'matched'),
  requests as (
    select w.id, w.transaction_type, w.amount
      from lines l join wallet_transactions w on w.id = l.transaction_id and w.transaction_type = l.direction
     where l.state = 'matched' and w.status::text in ('success', 'returned')
    union all
    select w.id, w.transaction_type, w.amount
      from wallet_transactions w
     where w.transaction_type = 'credit' and w.payee_id = p_payee_id and w.status = 'success'
       and w.credited_line_id is null
       and w.decided_at >= coalesce((select day from before), p_day)::timestamp at time zone 'Asia/Kolkata'
       and w.decided_at < (p_day + 1)::timestamp at time zone 'Asia/Kolkata'
       and not exists (select from statement_lines l where l.transaction_id = w.id and l.state = 'matched')),
  counted as (
    select coalesce(sum(amount) filter (where transaction_type = 'credit'), 0)::bigint as ledger_in,
           coalesce(sum(amount) filter (where transaction_type = 'debit'), 0)::bigint as ledger_out,
           coalesce(array_agg(id order by id), '{}') as transaction_ids
      from requests r
     where not exists (select from statement_day_transactions d where d.transaction_id = r.id)),
  stated as (
    select coalesce((select opening from statement_balances where payee_id = p_payee_id and day = p_day),
                    (select closing from before), 0) as opening,
           (select closing from statement_balances where payee_id = p_payee_id and day = p_day) as closing)
  select stated.opening, bank.money_in, bank.money_out,
         coalesce(stated.closing, stated.opening + bank.money_in - bank.money_out),
         coalesce((select ledger_closing from before), stated.opening),
         counted.ledger_in + returned.money_in, counted.ledger_out, bank.set_aside, bank.open_lines, bank.waiting_lines, counted.transaction_ids
    from bank, counted, returned, stated
$$;
