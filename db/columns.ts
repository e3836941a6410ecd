import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Whole paise (1/100 rupee). The brand keeps plain integers from being passed where money is meant. */
export type Paise = bigint & { readonly __paise: unique symbol };

/** Money column: whole paise as `bigint`; nothing about money is ever a float. */
export const paise = (name: string) => bigint(name, { mode: 'bigint' }).$type<Paise>();

/** Internal identity or reference to one. Never leaves the server unsealed. */
export const bigId = (name: string) => bigint(name, { mode: 'bigint' });

/** Instant in milliseconds: what a JavaScript clock can hold, so that a keyset cursor never skips a row. */
export const instant = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });

/** Raw bytes: seeds, hashes, documents. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
