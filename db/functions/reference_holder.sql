-- The other request because of which a deposit can't be approved: one that was credited with its key, one that a bank's line
-- with its key pays, one that two admins credited of a line that has its key anywhere, or a payout with its key. With play money those of its player alone. Null without one.
create or replace function reference_holder(p_transaction_id bigint) returns bigint language sql stable security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  select h.id
    from wallet_transactions d
   cross join lateral (
     -- By the key first (offset 0), whatever the planner knows of the table: not by what is credited.
     select c.id from (select * from wallet_transactions
                        where reference_key = d.reference_key and reference_scope = d.reference_scope offset 0) c
      where c.transaction_type = 'credit' and c.status = 'success' and c.id <> d.id
     union all
     select p.id from wallet_transactions p
      where p.payout_claim = d.reference_key and p.reference_scope = d.reference_scope
     union all
     select w.id from statement_lines l join wallet_transactions w on w.id = l.transaction_id
      where l.credit_key = d.reference_key and w.reference_scope = d.reference_scope and w.id <> d.id
     union all
     -- Each line's own look-up: a join would read the whole index where many lines are expected.
     select w.id from statement_lines l
      cross join lateral (select c.id, c.reference_scope from wallet_transactions c where c.credited_line_id = l.id offset 0) w
      where l.tokens @> array[d.reference_key] and w.reference_scope = d.reference_scope and w.id <> d.id) h
   where d.id = p_transaction_id and d.reference_key is not null
   order by h.id limit 1
$$;
