-- Takes a month out of the database that the caller, an owner's command, has written to files in this transaction: keeps what
-- its transfers moved by account and the SHA-256 of the files' manifest, drops its partitions, and writes the row of the
-- audit log. refuse_open_month refuses a month that may still change; a month that is in use (by a backup) fails for the
-- caller's lock_timeout.
create or replace function archive_month(p_month int, p_sha256 bytea, p_at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_table text;
  v_bets bigint;
  v_last bigint;
  v_name text := to_char(make_date(2000 + p_month / 100, p_month % 100, 1), 'YYYY-MM');
begin
  perform pg_advisory_xact_lock(20269, 0);
  perform refuse_open_month(p_month);
  -- The statements that follow read the partitions from then on without anybody beside them.
  foreach v_table in array array['bets', 'bet_payouts', 'transfers'] loop
    execute format('alter table %I detach partition %I', v_table, v_table || '_' || p_month);
  end loop;
  execute format('select count(*) from %I', 'bets_' || p_month) into v_bets;
  execute format('select coalesce(max(id), 0) from %I', 'transfers_' || p_month) into v_last;
  insert into archived_months (month, sha256, bet_count, last_transfer_id, archived_at)
    values (p_month, p_sha256, v_bets, v_last, p_at);
  execute format('insert into archived_moves (month, account_id, moved)
    select $1, account_id, sum(delta)
      from (select debit_account_id as account_id, -amount as delta from %1$I
            union all select credit_account_id, amount from %1$I) sides
     group by account_id', 'transfers_' || p_month) using p_month;
  foreach v_table in array array['bets', 'bet_payouts', 'transfers'] loop
    execute format('drop table %I', v_table || '_' || p_month);
  end loop;
  perform record_audit(null, 'month:archive', 'database', 'month ' || v_name, null,
                       format('{"bets":"%s","month":"%s","sha256":"%s"}', v_bets, v_name, encode(p_sha256, 'hex')), null, p_at);
end $$;
