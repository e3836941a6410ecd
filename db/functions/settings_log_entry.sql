-- The public log's entry of a change of the settings that decide results, from its row of the audit log, without the admin
-- (server/domain/publicLog/README.md#the-public-log).
create or replace function settings_log_entry(a audit_log) returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select row_to_json(e)::text from (
    select 1 as v, 'settings' as type, (a.before::json ->> 'randomize')::boolean as "randomizeBefore",
           (a.before::json ->> 'profitabilityIndex')::int as "profitabilityLevelBefore",
           (a.after::json ->> 'randomize')::boolean as randomize,
           (a.after::json ->> 'profitabilityIndex')::int as "profitabilityLevel", instant_text(a.at) as "changedAt") e
$$;
