-- What the account `unclaimed` held after the transfer p_last_transfer, in paise: receipts, less what was moved back and what was
-- credited to players. Transfers are found by their causes: no index leads from the account to them.
create or replace function unclaimed_total(p_last_transfer bigint) returns bigint language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case t.kind when 'unclaimed_receipt' then t.amount else -t.amount end), 0)::bigint
    from (select id, kind from unclaimed_moves
          union all
          select w.id, 'deposit'
            from statement_lines l join wallet_transactions w on w.credited_line_id = l.id
           where l.aside_kind = 'unclaimed') cause
    join transfers t on t.reference_id = cause.id and t.kind = cause.kind
     and t.kind in ('unclaimed_receipt', 'unclaimed_reversal', 'deposit')
   where t.id <= p_last_transfer
$$;
