-- A link keeps whose it is, its secret and its times; used_at is set once, and stays. A download is counted each time and
-- keeps the instant of its first use: servers of the release before write that of the last one, which is passed over
-- (`used_at of the last use` goes after 1.0.0).
create or replace function guard_link_token() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.purpose = 'download' and new.uses > old.uses and new.used_at >= old.used_at then
    new.used_at := old.used_at;
  end if;
  if to_jsonb(new) - array['used_at', 'uses'] <> to_jsonb(old) - array['used_at', 'uses']
    or old.used_at is not null and new.used_at is distinct from old.used_at or new.uses < old.uses then
    raise exception 'link % is used once', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger link_tokens_guard before update on link_tokens
  for each row execute function guard_link_token();
