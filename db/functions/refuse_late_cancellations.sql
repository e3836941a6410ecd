-- Bets can be cancelled only in a contest that an operator has marked, until its closing, or that is void. cancel_bets
-- already holds the shared lock.
create or replace function refuse_late_cancellations() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  perform 1 from contests where id in (select contest_id from new_cancellations) for share;
  if exists (
    select from new_cancellations n
      left join bets b on b.id = n.bet_id
      left join contests c on c.id = n.contest_id
     where b.contest_id is distinct from n.contest_id
        or c.state is distinct from 'VOID'
           and (c.state is distinct from 'OPEN' or c.override_number is null or n.created_at >= c.closes_at
                or db_now() > c.closes_at + interval '1 second')) then
    raise exception 'bets are cancelled only in an open contest that an operator has marked, or in a void one' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create or replace trigger bet_cancellations_in_time after insert on bet_cancellations
  referencing new table as new_cancellations
  for each statement execute function refuse_late_cancellations();
