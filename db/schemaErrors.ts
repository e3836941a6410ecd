/** This code is older than the database it was pointed at. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
}

/** A migration's file differs from the one that this database was migrated with. */
export class EditedMigrationError extends Error {
  override readonly name = 'EditedMigrationError';
}

/** The database's migrations are from before the baseline, and not exactly those that the baseline stands for. */
export class OldHistoryError extends Error {
  override readonly name = 'OldHistoryError';
}
