#!/bin/sh
# Makes the two roles and the database in an empty PostgreSQL (server/deploy/configure.md#two-database-roles).
set -eu
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres \
  -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" <<'SQL'
create role rangoli_owner login password :'owner_password';
create role rangoli_app login password :'app_password';
create database rangoli owner rangoli_owner;
SQL
