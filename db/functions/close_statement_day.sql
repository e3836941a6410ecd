-- Closes a day of a payee for good: it is over, earlier days with lines are closed, every line is matched or set aside,
-- and what matched lines paid is decided. A drift needs a reason (statement_days_drift_has_reason). Locks the payee's
-- statements.
create or replace function close_statement_day(
  p_payee_id bigint, p_day date, p_admin_id bigint, p_reason text, p_at timestamptz
) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_figures record;
  v_ledger_closing bigint;
begin
  perform lock_statements(p_payee_id, false);
  if p_day >= (db_now() at time zone 'Asia/Kolkata')::date then
    raise exception 'the day % is not over', p_day using errcode = 'restrict_violation';
  end if;
  if exists (select from statement_days where payee_id = p_payee_id and day >= p_day) then
    raise exception 'the day % is closed, or a later one', p_day using errcode = 'restrict_violation';
  end if;
  if exists (select from statement_lines l
              where l.payee_id = p_payee_id and l.day < p_day
                and not exists (select from statement_days d where d.payee_id = l.payee_id and d.day >= l.day)) then
    raise exception 'a day before % is not closed', p_day using errcode = 'restrict_violation';
  end if;
  select * into v_figures from statement_day_figures(p_payee_id, p_day);
  if v_figures.open_lines > 0 or v_figures.waiting_lines > 0 then
    raise exception 'the day % has lines that are open', p_day using errcode = 'restrict_violation';
  end if;
  v_ledger_closing := v_figures.ledger_opening + v_figures.ledger_in - v_figures.ledger_out + v_figures.set_aside;
  insert into statement_days (payee_id, day, opening, money_in, money_out, closing, ledger_opening, ledger_in, ledger_out,
                              set_aside, ledger_closing, drift, reason, closed_by, closed_at)
  values (p_payee_id, p_day, v_figures.opening, v_figures.money_in, v_figures.money_out, v_figures.closing,
          v_figures.ledger_opening, v_figures.ledger_in, v_figures.ledger_out, v_figures.set_aside, v_ledger_closing,
          v_figures.closing - v_ledger_closing, p_reason, p_admin_id, p_at);
  insert into statement_day_transactions (transaction_id, payee_id, day)
  select id, p_payee_id, p_day from unnest(v_figures.transaction_ids) id;
end $$;
