-- A threshold that lets more pass than before needs a proposal of exactly that (kind policy), which another owner confirmed, or
-- which no owner answered in time, in this transaction. One that lets less pass needs two active admins who may decide the kind.
create or replace function guard_policy() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind is distinct from old.kind then
    raise exception 'a threshold keeps its kind' using errcode = 'restrict_violation';
  end if;
  if (loosens_threshold(old.from_amount, new.from_amount) or loosens_threshold(old.maker_day_amount, new.maker_day_amount))
    and not exists (
      select from proposals p
        where p.kind = 'policy' and p.status in ('confirmed', 'unopposed')
          and (p.payload ->> 'kind', p.payload ->> 'fromAmount', p.payload ->> 'makerDayAmount')
              is not distinct from (new.kind::text, new.from_amount::text, new.maker_day_amount::text)
          -- Written by this transaction; the age distinguishes it from a row of a restored backup.
          and p.xmin::text = pg_current_xact_id()::xid::text and age(p.xmin) <= age(pg_current_xact_id()::xid)) then
    raise exception 'loosening the second admin of % needs another owner', new.kind using errcode = 'restrict_violation';
  end if;
  if (loosens_threshold(new.from_amount, old.from_amount) or loosens_threshold(new.maker_day_amount, old.maker_day_amount))
    and 2 > (select count(*) from users
              where user_type = 'admin' and status = 'active' and decides_kind(new.kind, roles)) then
    raise exception 'a second admin of % needs two who may decide it', new.kind using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger second_admin_thresholds_guard before update on second_admin_thresholds
  for each row execute function guard_policy();
