-- Opens a session and writes its row in the audit log; the only way to one for the application's role. Demands an active
-- user and a proof of who it is: p_password_hash, the hash of the password that was checked, or, where it is null, a sign-in
-- link that this transaction has used. Where the account has a second factor, this transaction has used up a code of it or a
-- recovery code. A player must not be excluded. A user has at most 50 sessions. Of a player's sessions from one device (the same
-- browser) only the first of an hour gets a row in the audit log. Locks the user's row. Returns the session's id.
create or replace function open_session(
  p_user_id bigint, p_password_hash text, p_refresh_hash bytea, p_user_agent text, p_address text,
  p_at timestamptz, p_expires_at timestamptz
) returns bigint language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Rows that this transaction has written; their age distinguishes them from rows of a restored backup.
  v_own constant text := pg_current_xact_id()::xid::text;
  v_age constant int := age(pg_current_xact_id()::xid);
  v_user users;
  v_session_id bigint;
  v_audited boolean;
begin
  select * into v_user from users where id = p_user_id for update;
  if v_user.status is distinct from 'active' then
    raise exception 'user % may not sign in', p_user_id using errcode = 'restrict_violation';
  end if;
  if p_at > db_now() + interval '1 minute' or p_expires_at > p_at + interval '30 days' then
    raise exception 'a session begins now, for 30 days at most' using errcode = 'restrict_violation';
  end if;
  if not coalesce(p_password_hash = v_user.password_hash, exists (
      select from link_tokens l
        where l.user_id = p_user_id and l.purpose = 'sign_in' and l.used_at = p_at and l.expires_at > p_at
          and l.xmin::text = v_own and age(l.xmin) <= v_age)) then
    raise exception 'user % has proved neither a password nor a link', p_user_id using errcode = 'restrict_violation';
  end if;
  if exists (
      select from second_factors f
        where f.user_id = p_user_id and f.confirmed_at is not null
          and not (f.xmin::text = v_own and age(f.xmin) <= v_age)
          and not exists (
            select from recovery_codes c
              where c.factor_id = f.id and c.used_at = p_at and c.xmin::text = v_own and age(c.xmin) <= v_age)) then
    raise exception 'user % has used no code of the second factor', p_user_id using errcode = 'restrict_violation';
  end if;
  if exists (
      select from play_guards g
        where g.player_id = p_user_id and g.excluded_at is not null and coalesce(g.excluded_until > p_at, true)) then
    raise exception 'user % is excluded', p_user_id using errcode = 'restrict_violation';
  end if;
  if 50 <= (select count(*) from sessions where user_id = p_user_id and ended_at is null and expires_at > p_at) then
    raise exception 'user % has 50 sessions', p_user_id using errcode = 'restrict_violation';
  end if;
  v_audited := v_user.user_type = 'admin' or not exists (
      select from sessions s
        where s.user_id = p_user_id and s.audited and s.user_agent is not distinct from p_user_agent
          and s.created_at > p_at - interval '1 hour');
  insert into sessions (user_id, refresh_hash, created_at, last_seen_at, expires_at, user_agent, address, audited)
    values (p_user_id, p_refresh_hash, p_at, p_at, p_expires_at, p_user_agent, p_address, v_audited)
    returning id into v_session_id;
  if v_audited then
    perform record_audit(p_user_id, 'session:open', 'user', v_user.uid, null,
                         format('{"userType":"%s"}', v_user.user_type), null, p_at);
  end if;
  return v_session_id;
end $$;
