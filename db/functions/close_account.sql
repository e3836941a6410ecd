-- Closes a player's account for ever and erases what is personal: name, email, avatar, password, devices and addresses of
-- sessions, second factor, links, mails, words and documents of tickets, words of feedback and of notes about either,
-- notifications. The ledger, bets, payments and the audit log stay, under the UID. Returns null when it is done; otherwise
-- what closing_hindrance returned, and nothing has changed. With p_forfeits_play what is available goes to the house:
-- play money, which can't be withdrawn (guard_play_forfeit refuses it where there is real money). The caller ends the sessions and writes the row of the audit log in the same transaction.
--
-- The email can be registered again at once; where limits are in force, after 24 hours, as they could have been removed
-- then; where a time-out or an exclusion is, when that is over. p_email_hash is what is kept of it, p_password_hash one
-- that no password fits. Locks the user's row, then the wallet; others lock the row against its new email last.
create or replace function close_account(p_player_id bigint, p_email_hash bytea, p_password_hash text, p_at timestamptz,
  p_forfeits_play boolean default false)
returns text language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_user users;
  v_hindrance text;
  v_guard play_guards;
  v_until timestamptz;
  v_account bigint;
  v_available bigint;
  v_erased constant text := 'Erased: the account is closed.';
begin
  select * into strict v_user from users where id = p_player_id for no key update;
  v_hindrance := closing_hindrance(p_player_id);
  if v_hindrance = 'balance' and p_forfeits_play then
    select account, available into v_account, v_available from wallet_for_update(p_player_id);
    insert into play_forfeits (player_id, amount, created_at) values (p_player_id, v_available, p_at);
    perform post_transfer(
      v_account, (select id from ledger_accounts where kind = 'house'), v_available, 'play_forfeit', p_player_id, p_at);
  elsif v_hindrance is not null then
    return v_hindrance;
  end if;

  select * into v_guard from play_guards where player_id = p_player_id;
  v_until := greatest(
    case when v_guard.time_out_until > p_at then v_guard.time_out_until end,
    case when exists (select from play_limits l where l.player_id = p_player_id and (l.amount is not null or l.next_amount is not null))
         then p_at + interval '24 hours' end,
    case when v_guard.excluded_at is not null then coalesce(v_guard.excluded_until, 'infinity') end);
  if v_until > p_at then
    insert into excluded_emails as e (email_hash, until) values (p_email_hash, nullif(v_until, 'infinity'))
      on conflict (email_hash) do update
        set until = case when e.until is null or excluded.until is null then null else greatest(e.until, excluded.until) end;
  end if;

  update users
     set email = 'closed:' || uid, name = 'Closed account', avatar = 'lotus', password_hash = p_password_hash,
         status = 'deactivated', deactivated_at = p_at, deactivation_reason = null, closed_at = p_at
   where id = p_player_id;
  delete from link_tokens where user_id = p_player_id;
  update sessions set user_agent = null, address = null where user_id = p_player_id;
  delete from known_devices where user_id = p_player_id;
  delete from excluded_device_uses where player_id = p_player_id or excluded_id = p_player_id;
  delete from second_factors where user_id = p_player_id;
  delete from mails where recipient = v_user.email;
  delete from notifications where user_id = p_player_id;
  update feedback set text = '' where player_id = p_player_id;
  update player_notes set text = v_erased where player_id = p_player_id;
  update ticket_notes n set text = v_erased
    from tickets t where t.id = n.ticket_id and t.player_id = p_player_id;
  update ticket_messages m set message = v_erased, document_id = null
    from tickets t where t.id = m.ticket_id and t.player_id = p_player_id;
  update tickets
     set description = v_erased, document_id = null, unread = false, status = 'success', resolved_at = coalesce(resolved_at, p_at)
   where player_id = p_player_id;
  delete from documents where owner_id = p_player_id;
  return null;
end $$;
