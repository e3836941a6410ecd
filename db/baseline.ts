import type pg from 'pg';
import { OldHistoryError } from './schemaErrors.ts';

/**
 * SHA-256 of the migrations that the baseline (the first of the current migrations) replaces, in the order in which the
 * previous release applied them. Never changes.
 */
export const REPLACED_MIGRATIONS: readonly string[] = [
  '55d0ee3a61e77703456b9ec36842ffa2fd52b8b09fda1dc77f60cc3cd704653e', // 0000_tables
  'f42856b56407e1f611e02c58348a8f38c778734f28234b936eafc8fd919e4f72', // 0001_ledger_rules
  '7cd50afd5167605101fe7cabadbe6caf246f24192cf75f6679071963efd08dfa', // 0002_contest_rules
  '51c604246f33ca9637085426f603a3f1e436ec2514277fa4cf609ddb17de2067', // 0003_place_bets
  'b62b4e9cd5d87fbb432d3da6e8874ed8db91bb3b8a4bb6e9213f7009bc7de23d', // 0004_settlement
  '91dc819707c44b8196f323d98fefc3d4e1e917614b7ce16879ed431e56c13609', // 0005_audit_rules
  '6610a68a1556d68a06e9752a94de53205971ed5f24a735cb39147df6ab17280d', // 0006_activity_bitmaps
  'd4613c9a35e6c4a760dd7006d69ae9674576496768a8db1b3b3130187e8b8842', // 0007_transfer_accounts
  '0f971cb8a2d70f979334beb9cf9717a6bc0af86c31767c4e09937794159cd719', // 0008_find_transactions_and_links
  '74b0d0d1d1def2d0d6572f31c32a6a4a617e514f2e793373b565a530fa072f57', // 0009_contest_results_lean
  'edc97cc751598601072c2ed903469fcae0caa23f7d91c555c2eb4d18a8f42a5a', // 0010_settlement_part_bounds
  '8ad61443a66b6feeb46db0c11dd9bde55f5c8c02dba147939878528ae88176a7', // 0011_contest_results_by_contest
  'f17b2a3ecbea8f82dbcb4dff00c3de8b8892c6126f18e0d53e7f32f6f0fb9b0b', // 0012_wallet_moves
  '29bf892bf11e061941489bcb37c53eb6120ffaea01cc21d390cffcbeb72ddcad', // 0013_lean_settlement
  '8201821a10be778e495789d76f951b75d7c8114785fe42728c9c05df3634ec54', // 0014_lean_paying
  '29ab1817328b7a01e589e3e486cf235ceab1446f432614ff95c7e10b61c883a4', // 0015_paying_parts_together
  '0a6e977f5fb5da8398f2a35e8fed733c6bf0a6fe8500278ae9413e9bed1efd59', // 0016_retention
  '451b3c3b28dae89ddffae40374cef98ba13b1ea1d150970918502cb23ed267fc', // 0017_profit_rule_version
  'ad8fd6d3040675c60385ee017fdbefd3555fbf945ce0ca427a363aa13df36e47', // 0018_guessing_limits
  '81ef545ba1aa05eb3199e760ca0864159167ed57697e6fece93ec7c0175b9c7f', // 0019_audit_transaction
  '7bd69fed714885df74e2b93fe871ebe9e06bb88ab755f36546606bd32385f3e6', // 0020_encrypted_values
];

/**
 * Adopts a database that the last release before the baseline has brought up to date: its tables equal the baseline's,
 * so the baseline is recorded as applied in place of the migrations it replaces, and no statement of it is run. Leaves
 * a database without any of those migrations unchanged. Throws OldHistoryError, with nothing changed, when the database
 * has only some of them or other migrations beside them.
 */
export async function adoptBaseline(
  client: pg.Client,
  baseline: { readonly hash: string; readonly when: number },
): Promise<void> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  );
  const applied = rows.map(({ hash }) => hash);
  if (!applied.some((hash) => REPLACED_MIGRATIONS.includes(hash))) return;
  refuseOthers(applied);
  await client.query('delete from drizzle.__drizzle_migrations');
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    baseline.hash,
    baseline.when,
  ]);
}

function refuseOthers(applied: readonly string[]): void {
  const [has, all] = [applied.length, REPLACED_MIGRATIONS.length];
  if (has === all && applied.every((hash, index) => hash === REPLACED_MIGRATIONS[index])) return;
  if (has < all && applied.every((hash) => REPLACED_MIGRATIONS.includes(hash))) {
    throw new OldHistoryError(
      `The database's schema is too old for this server: it has ${has} of the ${all} migrations that were folded into ` +
        `one. Start the release before this one on it first, once; it applies the others.`,
    );
  }
  throw new OldHistoryError(
    `The database's migrations are not those of the release before this one: those were folded into one, and here are ` +
      `others among them, or another order. Start the version that made them, or restore a backup from before.`,
  );
}
