-- Checks a move of an unclaimed receipt: it has its one transfer, of the line's amount, from cash to the account `unclaimed` or back,
-- and with all moves of the line its amount came to that account as long as the line is set aside as unclaimed, else nothing.
create or replace function refuse_wrong_unclaimed(p_move_id bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (
    select from unclaimed_moves m
      join statement_lines l on l.id = m.line_id
     where m.id = p_move_id
       and array[(m.kind::text, l.amount, case m.kind when 'unclaimed_receipt' then 'cash' else 'unclaimed' end,
                  case m.kind when 'unclaimed_receipt' then 'unclaimed' else 'cash' end)]
           = (select array_agg((t.kind::text, t.amount, d.kind::text, c.kind::text))
                from transfers t
                join ledger_accounts d on d.id = t.debit_account_id
                join ledger_accounts c on c.id = t.credit_account_id
               where t.reference_id = m.id and t.kind in ('unclaimed_receipt', 'unclaimed_reversal'))
       and (l.aside_kind is not distinct from 'unclaimed'
            and not exists (select from money_mode where went_live_at >= l.changed_at))::int
           = (select sum(case o.kind when 'unclaimed_receipt' then 1 else -1 end)
                from unclaimed_moves o where o.line_id = l.id)) then
    raise exception 'move % of an unclaimed receipt is not what its line says', p_move_id using errcode = 'restrict_violation';
  end if;
end $$;
