import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { allows } from '../../domain/ground/actors/permissions.ts';
import { chooseDailyReport, chooseDailyReportVerb, getsDailyReport } from '../../domain/reports/chooseDailyReport.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { mutation } from '../builder/mutation.ts';

builder.objectField(Admin, 'getsDailyReport', (t) =>
  t.boolean({
    complexity: VALUES_A_STATEMENT,
    nullable: true,
    description: 'Whether the viewer gets yesterday’s figures by mail every morning; null for those who may not.',
    resolve: (_admin, _args, ctx) => (allows(ctx.actor, chooseDailyReportVerb.may) ? getsDailyReport(ctx) : null),
  }),
);

mutation(chooseDailyReportVerb, {
  description:
    'Chooses whether the caller gets yesterday’s figures by mail every morning. For admins who read the money.',
  input: (t) => ({ wanted: t.boolean({ required: true, description: 'Whether to get it.' }) }),
  run: async (ctx, input) => ({ wanted: await chooseDailyReport(ctx, input) }),
  payload: {
    description: 'The choice holds from the next morning on.',
    fields: (t) => ({ wanted: t.exposeBoolean('wanted', { description: 'Whether the viewer gets it.' }) }),
  },
});
