import {
  deleteFilter,
  deleteFilterVerb,
  listSavedFilters,
  saveFilter,
  saveFilterVerb,
  type FilteredScreen,
  type SavedFilter as Row,
} from '../../domain/settings/savedFilters.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';
import { mutation } from '../builder/mutation.ts';

const Screen = enumOf<FilteredScreen>('FilteredScreen', 'A list of the back office whose filters can be saved.', {
  transactions: 'Deposits and withdrawals.',
});

const SavedFilter = builder.objectRef<Row>('SavedFilter').implement({
  description: 'A filter of a list, saved by an admin for themselves.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, of which the admin has one per list.' }),
    query: t.exposeString('query', { description: 'The query string of the list’s address.' }),
  }),
});

builder.objectField(Admin, 'savedFilters', (t) =>
  t.field({
    nullable: true,
    type: [SavedFilter],
    description: 'The viewer’s own saved filters of a list, by name.',
    args: { screen: t.arg({ type: Screen, required: true, description: 'Which list.' }) },
    resolve: (_admin, { screen }, ctx) => listSavedFilters(ctx, screen),
  }),
);

const SavedFiltersPayload = builder.objectRef<{ savedFilters: Row[] }>('SavedFiltersPayload').implement({
  description: 'The admin’s filters of that list, as they are now.',
  fields: (t) => ({
    savedFilters: t.expose('savedFilters', {
      type: [SavedFilter],
      description: 'All of the viewer’s, in the order of their names.',
    }),
  }),
});

mutation(saveFilterVerb, {
  description: 'Saves a filter of a list for the caller, in place of one with the same name. For admins.',
  input: (t) => ({
    screen: t.field({ type: Screen, required: true, description: 'Of which list.' }),
    name: t.string({ required: true, description: '1 to 40 characters.' }),
    query: t.string({ required: true, description: 'The query string of the list’s address.' }),
  }),
  run: async (ctx, input) => ({ savedFilters: await saveFilter(ctx, input) }),
  payload: SavedFiltersPayload,
});

mutation(deleteFilterVerb, {
  description: 'Deletes a saved filter of the caller. For admins.',
  input: (t) => ({
    screen: t.field({ type: Screen, required: true, description: 'Of which list.' }),
    name: t.string({ required: true, description: 'Of the filter to delete.' }),
  }),
  run: async (ctx, input) => ({ savedFilters: await deleteFilter(ctx, input) }),
  payload: SavedFiltersPayload,
});
