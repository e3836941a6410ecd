-- A second factor begins unconfirmed, and keeps its account. Each accepted code raises last_step, so that no code, and no
-- older one, is accepted again, even by two servers at once. Locks nothing beyond the row.
create or replace function guard_second_factor() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.confirmed_at is not null then
      raise exception 'a second factor is confirmed by a code' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.user_id <> old.user_id or old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at then
    raise exception 'a second factor keeps its account and its confirmation' using errcode = 'restrict_violation';
  end if;
  if new.last_step <= old.last_step then
    raise exception 'a code is accepted once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger second_factors_guard before insert or update of user_id, confirmed_at, last_step on second_factors
  for each row execute function guard_second_factor();
