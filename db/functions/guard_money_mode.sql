-- What a database holds never changes, except from play to real money once nothing of play money is left: no balance, no
-- request, no round that is not over, no session, no mail to be sent, no practice account for deposits.
create or replace function guard_money_mode() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_left text;
begin
  if tg_op = 'DELETE' then
    raise exception 'a database keeps the kind of its money' using errcode = 'restrict_violation';
  end if;
  if old.mode <> 'play' or new.mode <> 'real' or new.went_live_at is null or new.since <> new.went_live_at then
    raise exception 'play money becomes real money once, and never again' using errcode = 'restrict_violation';
  end if;
  v_left := case
    when exists (select from ledger_accounts where balance > 0) then 'balances of players'
    when exists (select from wallet_transactions where status in ('pending', 'approved')) then 'requests for payments'
    when exists (select from contests where settled_at is null) then 'rounds'
    when exists (select from sessions where ended_at is null and expires_at > db_now()) then 'sessions'
    when exists (select from mails where sent_at is null) then 'mails'
    when exists (select from payees where upi_id = 'play@rangoli' and active) then 'a practice account for deposits' end;
  if v_left is not null then
    raise exception 'play money has not ended: there are % left', v_left using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger money_mode_guard before update or delete on money_mode
  for each row execute function guard_money_mode();
