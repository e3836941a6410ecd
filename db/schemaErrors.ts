/** This code is older than the database's schema. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
}

/** A migration's file differs from the one that was applied to this database. */
export class EditedMigrationError extends Error {
  override readonly name = 'EditedMigrationError';
}

/** The database has migrations from before the first one of this code. */
export class OldHistoryError extends Error {
  override readonly name = 'OldHistoryError';
}
