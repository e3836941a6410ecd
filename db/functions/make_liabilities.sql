-- Makes the sum tree of what all players held after the transfer p_last_transfer, available and held, for p_day, and publishes
-- its root in the log (server/domain/wallet/ledger.md#the-total-of-balances), with the stakes of contests that wait for the
-- beacon and the sum of unclaimed receipts. A leaf is SHA-256 of 0x00, lp("liability/1"), lp(day), SHA-256(salt, lp(UID)) and
-- u64be(paise); the salt is the first 16 bytes of SHA-256 over the day's secret and u64be(player). Above, a node is SHA-256 of 0x01
-- and, for each child, u64be(sum) and hash; an odd one rises unchanged. Leaves stand in the order of their hashes, so that a place doesn't reveal whose it is.
-- True when this call made it; each day is made once, and none before a later one.
--
-- The caller has waited for the transactions that may have made transfers up to p_last_transfer.
create or replace function make_liabilities(p_day date, p_last_transfer bigint, p_made_at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_secret bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  v_prefix bytea := '\x00'::bytea || '\x000b'::bytea || convert_to('liability/1', 'UTF8') || '\x000a'::bytea
    || convert_to(p_day::text, 'UTF8');
  v_level smallint := 0;
begin
  perform pg_advisory_xact_lock(20267, 0);
  if exists (select from liability_days where day >= p_day) then
    return false;
  end if;

  insert into liability_nodes (day, level, place, player_id, total, hash)
  select p_day, 0, row_number() over (order by hash) - 1, player_id, total, hash
    from (select player_id, total,
                 sha256(v_prefix || sha256(substring(sha256(v_secret || int8send(player_id)) from 1 for 16)
                                           || int2send(octet_length(uid)::smallint) || convert_to(uid, 'UTF8'))
                        || int8send(total)) as hash
            from (select a.player_id, u.uid, sum(a.balance - coalesce(later.moved, 0))::bigint as total
                    from ledger_accounts a join users u on u.id = a.player_id
                    left join (select account_id, sum(delta) as moved
                                 from (select credit_account_id as account_id, amount as delta from transfers where id > p_last_transfer
                                       union all
                                       select debit_account_id, -amount from transfers where id > p_last_transfer) sides
                                group by account_id) later on later.account_id = a.id
                   group by a.player_id, u.uid) held) leaves;

  while (select count(*) from liability_nodes where day = p_day and level = v_level) > 1 loop
    insert into liability_nodes (day, level, place, total, hash)
    select p_day, v_level + 1, place / 2, total + coalesce(right_total, 0),
           case when right_hash is null then hash
                else sha256('\x01'::bytea || int8send(total) || hash || int8send(right_total) || right_hash) end
      from (select place, total, hash, lead(total) over (order by place) as right_total, lead(hash) over (order by place) as right_hash
              from liability_nodes where day = p_day and level = v_level) pairs
     where place % 2 = 0;
    v_level := v_level + 1;
  end loop;

  insert into liability_days (day, last_transfer_id, players, total, waiting_stakes, unclaimed, root, secret, made_at)
  select p_day, p_last_transfer, (select count(*) from liability_nodes where day = p_day and level = 0), n.total,
         waiting_stakes(p_last_transfer, p_made_at), unclaimed_total(p_last_transfer), n.hash, v_secret, p_made_at
    from liability_nodes n where n.day = p_day and n.level = v_level;
  if not found then
    return false;
  end if;
  perform append_log_entry(null, liabilities_log_entry(d)) from liability_days d where d.day = p_day;
  -- Proofs are for the last days.
  delete from liability_nodes where day < p_day - 7;
  return true;
end $$;
