import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import { allows } from '../../domain/ground/actors/permissions.ts';
import { chooseDailyReport, chooseDailyReportVerb, getsDailyReport } from '../../domain/reports/chooseDailyReport.ts';
import { listDailyReports, type DailyReport as ReportRow } from '../../domain/reports/dailyReportList.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { connection, connectionOf, idCursors, pageComplexity } from '../builder/connection.ts';
import { mutation } from '../builder/mutation.ts';

type LineRow = ReportRow['sections'][number][number];

const ReportLine = builder.objectRef<LineRow>('ReportLine').implement({
  description: 'A figure of a daily report.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'What it is.' }),
    value: t.exposeString('value', { description: 'The figure, as text: amounts in rupees, as people write them.' }),
  }),
});

const ReportSection = builder.objectRef<LineRow[]>('ReportSection').implement({
  description: 'The figures of a daily report about one subject.',
  fields: (t) => ({
    lines: t.field({ type: [ReportLine], description: 'In their order.', resolve: (lines) => lines }),
  }),
});

const DailyReport = builder.objectRef<ReportRow>('DailyReport').implement({
  description: 'The report of a day, as it was mailed.',
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The day of India that it is about.' }),
    madeAt: t.expose('madeAt', { type: 'DateTime', description: 'When it was made.' }),
    sections: t.expose('sections', { type: [ReportSection], description: 'Its figures, by subject.' }),
  }),
});

const cursors = idCursors<ReportRow>('DailyReport', ({ id }) => id);

builder.objectField(Admin, 'dailyReports', (t) =>
  t.connection(
    {
      nullable: true,
      type: DailyReport,
      description: 'The daily reports, newest first.',
      complexity: pageComplexity,
      resolve: (_admin, args, ctx) => connection(ctx, args, cursors, (page) => listDailyReports(ctx, page)),
    },
    connectionOf('DailyReport', DailyReport, 'daily reports'),
  ),
);

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
