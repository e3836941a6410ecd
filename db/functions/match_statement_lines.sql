-- Matches the free lines of a payee, and returns how many are now matched by this call and proposed. A line matches the one
-- request whose reference's key it contains and whose amount it has: a deposit to this payee, or a payout that was
-- made. A key that was credited, or has a matched line, matches no other. A line with the key of one deposit that waits, and
-- another amount, is proposed for it. What is left is proposed where line and request
-- of equal amount are each other's nearest in time, within two days: among the first 500 of an amount, so that the number
-- of pairs stays small. Requests that are being decided are left out: this function waits for none. Locks the payee's
-- statements.
--
-- Requests are looked up by reference, one token at a time (`lateral`, which the lock keeps apart; `+ 0` and `offset 0`, so that no
-- other index fits): new lines have no statistics yet, and joined by amount or payee 10,000 lines took a minute instead of a second.
create or replace function match_statement_lines(p_payee_id bigint, p_at timestamptz)
  returns table (matched_count int, proposed_count int) language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last_closed date;
  v_credits int;
  v_debits int;
  v_keyed int;
  v_proposed int;
begin
  perform lock_statements(p_payee_id, false);
  select max(day) into v_last_closed from statement_days where payee_id = p_payee_id;

  update statement_lines set state = 'unmatched', transaction_id = null, changed_at = p_at
   where payee_id = p_payee_id and state = 'proposed';

  with candidates as materialized (
    select l.id as line_id, w.id as transaction_id, w.reference_key as reference
      from statement_lines l
     cross join lateral unnest(l.tokens) token
     cross join lateral (
       select w.id, w.reference_key from wallet_transactions w
        where w.reference_key = token and w.amount + 0 = l.amount and w.payee_id + 0 = l.payee_id
          and w.transaction_type = 'credit' and w.status in ('pending', 'success')
          and not exists (select from statement_lines o where o.transaction_id = w.id) and w.credited_line_id is null
          and not exists (select from statement_lines o where o.credit_key = w.reference_key)
          and not exists (select from (select * from wallet_transactions
                                        where reference_key = w.reference_key and reference_scope = w.reference_scope offset 0) o
                           where o.transaction_type = 'credit' and o.status = 'success' and o.id <> w.id)
          for key share of w skip locked) w
     where l.payee_id = p_payee_id and l.state = 'unmatched' and l.direction = 'credit'),
  chosen as (
    -- With play money several players may have a key: it matches one line.
    select distinct on (reference) line_id, transaction_id, reference
      from (select *, count(*) over (partition by line_id) as choices from candidates) c
     where choices = 1
     order by reference, transaction_id, line_id)
  update statement_lines l
     set state = 'matched', transaction_id = c.transaction_id, reference = c.reference, changed_at = p_at
    from chosen c where l.id = c.line_id;
  get diagnostics v_credits = row_count;

  with candidates as materialized (
    select l.id as line_id, w.id as transaction_id, w.payout_claim as reference
      from statement_lines l
     cross join lateral unnest(l.tokens) token
     cross join lateral (
       select w.id, w.payout_claim from wallet_transactions w
        where w.payout_claim = token and w.amount + 0 = l.amount
          and not exists (select from statement_lines o where o.transaction_id = w.id and o.direction = 'debit')
          for key share of w skip locked) w
     where l.payee_id = p_payee_id and l.state = 'unmatched' and l.direction = 'debit'),
  chosen as (
    select distinct on (transaction_id) line_id, transaction_id, reference
      from (select *, count(*) over (partition by line_id) as choices from candidates) c
     where choices = 1
     order by transaction_id, line_id)
  update statement_lines l
     set state = 'matched', transaction_id = c.transaction_id, reference = c.reference, changed_at = p_at
    from chosen c where l.id = c.line_id;
  get diagnostics v_debits = row_count;

  with candidates as materialized (
    select l.id as line_id, w.id as transaction_id
      from statement_lines l
     cross join lateral unnest(l.tokens) token
     cross join lateral (
       select w.id from wallet_transactions w
        where w.reference_key = token and w.payee_id + 0 = l.payee_id and w.transaction_type = 'credit' and w.status = 'pending'
          and not exists (select from statement_lines o where o.transaction_id = w.id)
          and reference_holder(w.id) is null
          for key share of w skip locked) w
     where l.payee_id = p_payee_id and l.state = 'unmatched' and l.direction = 'credit'
       and (v_last_closed is null or l.day > v_last_closed)),
  chosen as (
    select distinct on (transaction_id) line_id, transaction_id
      from (select *, count(*) over (partition by line_id) as choices from candidates) c
     where choices = 1
     order by transaction_id, line_id)
  update statement_lines l
     set state = 'proposed', transaction_id = c.transaction_id, changed_at = p_at
    from chosen c where l.id = c.line_id;
  get diagnostics v_keyed = row_count;

  with lines as materialized (
    select id, direction, amount, coalesce(at, (day + time '12:00') at time zone 'Asia/Kolkata') as moment
      from statement_lines
     where payee_id = p_payee_id and state = 'unmatched' and (v_last_closed is null or day > v_last_closed)),
  range as (select min(moment) - interval '2 days' as first, max(moment) + interval '2 days' as last from lines),
  requests as materialized (
    select w.id, w.transaction_type as direction, w.amount,
           case w.transaction_type when 'credit' then w.created_at else w.decided_at end as moment
      from wallet_transactions w, range
     where (w.transaction_type = 'credit' and w.payee_id = p_payee_id and w.status in ('pending', 'success')
              and w.created_at between range.first and range.last
            or w.transaction_type = 'debit' and w.status in ('success', 'returned')
              and w.decided_at between range.first and range.last)
       and not exists (select from statement_lines o where o.transaction_id = w.id and o.direction = w.transaction_type)
       and w.credited_line_id is null
       for key share of w skip locked),
  few_lines as (
    select * from (select *, row_number() over (partition by direction, amount order by moment, id) as place from lines) l
     where place <= 500),
  few_requests as (
    select * from (select *, row_number() over (partition by direction, amount order by moment, id) as place from requests) r
     where place <= 500),
  pairs as (
    select l.id as line_id, r.id as transaction_id,
           row_number() over (partition by l.id order by abs(extract(epoch from r.moment - l.moment)), r.id) as of_line,
           row_number() over (partition by r.id order by abs(extract(epoch from r.moment - l.moment)), l.id) as of_request
      from few_lines l
      join few_requests r on r.direction = l.direction and r.amount = l.amount
                         and r.moment between l.moment - interval '2 days' and l.moment + interval '2 days')
  update statement_lines l
     set state = 'proposed', transaction_id = p.transaction_id, changed_at = p_at
    from pairs p where l.id = p.line_id and p.of_line = 1 and p.of_request = 1;
  get diagnostics v_proposed = row_count;

  return query select v_credits + v_debits, v_keyed + v_proposed;
end $$;
