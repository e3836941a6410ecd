-- Whether an admin with these roles may propose and confirm a proposal of this kind.
create or replace function decides_kind(p_kind proposal_kind, p_roles admin_role[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce('OWNER' = any(p_roles)
    -- As text: a value that this release adds can't be named in the transaction that adds it.
    or p_kind::text in ('payout', 'deposit', 'correction', 'payee', 'line_credit', 'payout_return') and 'FINANCE' = any(p_roles)
    or p_kind in ('override', 'void') and 'GAME' = any(p_roles), false)
$$;
