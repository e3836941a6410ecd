-- An approved withdrawal is put into a batch before its file was downloaded, and has one outcome there, once: paid or not sent, by the
-- admin who holds the batch, after the download; or given up with the batch, before it. Locks the batch (shared), and a withdrawal that
-- is put into it: its decision comes before or after.
create or replace function guard_payout_item() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_batch payout_batches;
begin
  select * into strict v_batch from payout_batches where id = new.batch_id for share;
  if tg_op = 'INSERT' then
    if new.outcome is not null or v_batch.held_by is null or v_batch.downloaded_at is not null then
      raise exception 'batch % takes no payout any more', new.batch_id using errcode = 'restrict_violation';
    end if;
    -- As text: a value that this release adds can't be named in the transaction that adds it.
    perform from wallet_transactions
      where id = new.transaction_id and transaction_type = 'debit' and status::text = 'approved' for no key update;
    if not found then
      raise exception 'withdrawal % is not to be paid', new.transaction_id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.outcome is not null
    or to_jsonb(new) - array['outcome', 'reason', 'decided_by', 'decided_at']
       <> to_jsonb(old) - array['outcome', 'reason', 'decided_by', 'decided_at'] then
    raise exception 'of a payout in a batch only its outcome is written, once' using errcode = 'restrict_violation';
  end if;
  if new.outcome::text = 'given_up' then
    if v_batch.downloaded_at is not null or v_batch.held_by is not null or new.decided_by <> v_batch.released_by then
      raise exception 'payout % is given up with its batch, before the download', old.id using errcode = 'restrict_violation';
    end if;
  elsif v_batch.downloaded_at is null or new.decided_by is distinct from v_batch.held_by then
    raise exception 'the outcome of payout % is recorded by the holder of its batch', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger payout_batch_items_guard before insert or update on payout_batch_items
  for each row execute function guard_payout_item();
