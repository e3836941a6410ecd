-- Dropped here, not only by its file's absence: a function without a file stays callable for one version.
DROP FUNCTION IF EXISTS place_bets(bigint[], bigint[], smallint[], bigint[], uuid[], timestamptz[], boolean);
