import { and, count, eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client.ts';
import { savedFilters } from '../../../db/schema/settings.ts';
import type { Context } from '../ground/verbs/context.ts';
import { invalidInput } from '../ground/refusals/errors.ts';
import { requireAdmin } from '../ground/actors/permissions.ts';
import { verb } from '../ground/verbs/verb.ts';
import { readOptionalText, readText } from '../ground/values/typedText.ts';

export interface SavedFilter {
  name: string;
  /** The query string of the screen's address. */
  query: string;
}

/** The lists whose filters can be saved. */
export const filteredScreens = ['transactions'] as const;
export type FilteredScreen = (typeof filteredScreens)[number];

const MAX_NAME_LENGTH = 40;
const MAX_QUERY_LENGTH = 1_000;
const MAX_SAVED = 30;

/** The admin's own saved filters of a screen, by name. */
export function listSavedFilters(ctx: Context, screen: FilteredScreen): Promise<SavedFilter[]> {
  const adminId = requireAdmin(ctx, 'savedFilter:own');
  return ctx.db
    .select({ name: savedFilters.name, query: savedFilters.query })
    .from(savedFilters)
    .where(and(eq(savedFilters.adminId, adminId), eq(savedFilters.screen, screen)))
    .orderBy(savedFilters.name);
}

export const saveFilterVerb = verb({
  name: 'saveFilter',
  may: 'savedFilter:own',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/**
 * Saves a filter under a name of 1 to 40 characters, in place of the admin's own one of that name. Refuses with
 * INVALID_INPUT a wrong name, a query string above 1,000 characters, and more than 30 filters of a screen.
 */
export async function saveFilter(
  ctx: Context,
  { screen, ...filter }: SavedFilter & { screen: FilteredScreen },
): Promise<SavedFilter[]> {
  const adminId = requireAdmin(ctx, saveFilterVerb.may);
  const name = readName(filter.name);
  const query = readOptionalText('query', filter.query, { most: MAX_QUERY_LENGTH }) ?? '';
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .insert(savedFilters)
      .values({ adminId, screen, name, query, createdAt: ctx.now })
      .onConflictDoUpdate({
        target: [savedFilters.adminId, savedFilters.screen, savedFilters.name],
        set: { query },
      });
    const [saved] = await tx
      .select({ rows: count() })
      .from(savedFilters)
      .where(and(eq(savedFilters.adminId, adminId), eq(savedFilters.screen, screen)));
    if (saved && saved.rows > MAX_SAVED) throw invalidInput('name', `at most ${MAX_SAVED} filters can be saved`);
  });
  return listSavedFilters(ctx, screen);
}

export const deleteFilterVerb = verb({
  name: 'deleteFilter',
  may: 'savedFilter:own',
  countsAs: 'other',
  idempotent: false,
  audit: [],
  refusals: [],
});

/** Deletes the admin's own filter of that name, if there is one. */
export async function deleteFilter(
  ctx: Context,
  { screen, name }: { screen: FilteredScreen; name: string },
): Promise<SavedFilter[]> {
  const adminId = requireAdmin(ctx, deleteFilterVerb.may);
  await ctx.db
    .delete(savedFilters)
    .where(
      and(eq(savedFilters.adminId, adminId), eq(savedFilters.screen, screen), eq(savedFilters.name, readName(name))),
    );
  return listSavedFilters(ctx, screen);
}

function readName(name: string): string {
  return readText('name', name, { most: MAX_NAME_LENGTH, oneLine: true });
}
