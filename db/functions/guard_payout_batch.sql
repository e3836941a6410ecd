-- A batch of payouts is held by one admin of payments at a time (held_by), at first by its maker. Only a held batch's file is
-- downloaded. The holder or an owner releases it, and 24 hours after it was taken any admin of payments. After a download another admin
-- of payments takes a released batch; without one a released batch is cancelled for good. What the file is made of never changes.
create or replace function guard_payout_batch() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.held_by is distinct from new.made_by or new.downloaded_at is not null or new.released_by is not null then
      raise exception 'a batch begins with its maker' using errcode = 'restrict_violation';
    end if;
    perform require_payments_admin(new.made_by);
    return new;
  end if;
  if to_jsonb(new) - array['held_by', 'held_since', 'downloaded_at', 'released_by', 'released_at']
     <> to_jsonb(old) - array['held_by', 'held_since', 'downloaded_at', 'released_by', 'released_at'] then
    raise exception 'what batch % is made of cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if new.downloaded_at is distinct from old.downloaded_at then
    if old.downloaded_at is not null or old.held_by is null
      or (new.held_by, new.held_since, new.released_by, new.released_at)
         is distinct from (old.held_by, old.held_since, old.released_by, old.released_at) then
      raise exception 'the file of batch % is downloaded first by its holder', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.held_by is not null then
    if new.held_by is not null or new.released_by is null or new.released_at is not distinct from old.released_at then
      raise exception 'batch % is released before another admin takes it', old.id using errcode = 'restrict_violation';
    end if;
    perform require_payments_admin(new.released_by);
    if new.released_by <> old.held_by and old.held_since > db_now() - interval '24 hours'
      and not exists (select from users where id = new.released_by and 'OWNER' = any(roles)) then
      raise exception 'batch % is in the hands of another admin', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.held_by is null or old.downloaded_at is null
    or (new.released_by, new.released_at) is distinct from (old.released_by, old.released_at) then
    raise exception 'batch % is given up', old.id using errcode = 'restrict_violation';
  end if;
  perform require_payments_admin(new.held_by);
  return new;
end $$;

create or replace trigger payout_batches_guard before insert or update on payout_batches
  for each row execute function guard_payout_batch();
