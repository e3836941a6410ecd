-- No row begins for an account that is closed, whatever the caller's role: a call that was under way while it was closed
-- waits here for the lock on the user's row and then sees it; nor does a denied deposit of it wait again, or a payout come back. The trigger's argument is
-- the column with the player's id.
create or replace function refuse_closed_player() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_closed_at timestamptz;
begin
  select u.closed_at into v_closed_at from users u where u.id = (to_jsonb(new) ->> tg_argv[0])::bigint for key share;
  if v_closed_at is not null then
    raise exception 'the account is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger wallet_transactions_closed before insert on wallet_transactions
  for each row execute function refuse_closed_player('player_id');
create or replace trigger wallet_transactions_reopened before update on wallet_transactions
  for each row when (old.status = 'failed' and new.status = 'pending' or new.status::text = 'returned') execute function refuse_closed_player('player_id');
create or replace trigger play_credits_closed before insert on play_credits
  for each row execute function refuse_closed_player('player_id');
create or replace trigger balance_corrections_closed before insert on balance_corrections
  for each row execute function refuse_closed_player('player_id');
create or replace trigger tickets_closed before insert on tickets
  for each row execute function refuse_closed_player('player_id');
create or replace trigger ticket_messages_closed before insert on ticket_messages
  for each row execute function refuse_closed_player('author_id');
create or replace trigger feedback_closed before insert on feedback
  for each row execute function refuse_closed_player('player_id');
create or replace trigger sessions_closed before insert on sessions
  for each row execute function refuse_closed_player('user_id');
create or replace trigger second_factors_closed before insert on second_factors
  for each row execute function refuse_closed_player('user_id');
create or replace trigger excluded_device_uses_closed before insert on excluded_device_uses
  for each row execute function refuse_closed_player('player_id');
create or replace trigger known_devices_closed before insert on known_devices
  for each row execute function refuse_closed_player('user_id');
