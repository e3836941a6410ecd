-- Where players pay changes with a second admin, where second_admin_thresholds demands it: a new account, one that is
-- activated or chosen to be shown needs a proposal of exactly this, confirmed in this transaction. What switches an account
-- off needs none, and ends its open proposal.
create or replace function guard_payee() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not new.active then
    update proposals set status = 'lapsed', decided_at = greatest(db_now(), created_at)
      where kind = 'payee' and subject_id = new.id and status = 'open';
    return new;
  end if;
  if tg_op = 'UPDATE' and (new.active, new.activated_at, new.channel, new.upi_id, new.account_number, new.ifsc_code, new.account_holder_name)
     is not distinct from (old.active, old.activated_at, old.channel, old.upi_id, old.account_number, old.ifsc_code, old.account_holder_name) then
    return new;
  end if;
  if exists (select from second_admin_thresholds where kind = 'payee' and from_amount is not null)
    and not exists (
      select from proposals p
        where p.kind = 'payee' and p.status = 'confirmed'
          and (case when tg_op = 'INSERT' then p.payload ->> 'change' = 'ADDED' else p.subject_id = new.id end)
          and (p.payload ->> 'channel', p.payload ->> 'upiId', p.payload ->> 'accountNumber', p.payload ->> 'ifscCode',
               p.payload ->> 'accountHolderName')
              is not distinct from (new.channel::text, new.upi_id, new.account_number, new.ifsc_code, new.account_holder_name)
          -- Written by this transaction; the age distinguishes it from a row of a restored backup.
          and p.xmin::text = pg_current_xact_id()::xid::text and age(p.xmin) <= age(pg_current_xact_id()::xid)) then
    raise exception 'account % for deposits needs a second admin', coalesce(new.upi_id, new.account_number)
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger payees_guard before insert or update on payees
  for each row execute function guard_payee();
