-- The line of a bank statement by which this admin may approve a deposit alone, whatever its amount: it is matched to the
-- deposit, has exactly the amount that is credited (in paise), was imported by another admin, and has covered no other deposit. Null without one. Locks
-- the line (shared). `+ 0`: found by its request, not among all lines of its amount.
create or replace function covering_line(p_transaction_id bigint, p_admin_id bigint, p_amount bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_line bigint;
begin
  select l.id into v_line
    from statement_lines l
    join statements s on s.id = l.statement_id
    join wallet_transactions w on w.id = l.transaction_id
   where w.id = p_transaction_id and w.transaction_type = 'credit' and l.state = 'matched' and l.direction = 'credit'
     and l.amount + 0 = p_amount and s.imported_by <> p_admin_id
     and not exists (select from wallet_transactions o where o.covering_line_id = l.id)
     for share of l;
  return v_line;
end $$;
