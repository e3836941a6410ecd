-- Whether a line is an unclaimed receipt, whose amount the account `unclaimed` holds: set aside as kind `unclaimed`, not credited to a
-- player since, and not of play money that has ended (end_play_money).
create or replace function is_unclaimed(p_line statement_lines) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select p_line.state = 'set_aside' and p_line.aside_kind is not distinct from 'unclaimed'
     and not exists (select from wallet_transactions where credited_line_id = p_line.id)
     and not exists (select from money_mode where went_live_at >= p_line.changed_at)
$$;
