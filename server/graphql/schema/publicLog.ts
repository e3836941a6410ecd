import type { WitnessFault as WitnessFaultName } from '../../../db/schema/publicLog.ts';
import { type WitnessHealth, witnessHealth } from '../../domain/publicLog/logHealth.ts';
import { latestCheckpoint } from '../../domain/publicLog/readLog.ts';
import { builder } from '../builder/builder.ts';
import { enumOf } from '../builder/enumOf.ts';

const WitnessFault = enumOf<WitnessFaultName>('WitnessFault', 'Why a witness does not confirm the public log.', {
  SILENT: 'No answer came in time.',
  REFUSED: 'It refused.',
  WRONG_SIGNATURE: 'Its signature was missing or wrong.',
  OTHER_TREE: 'It has confirmed entries that this log does not have.',
});

const Witness = builder.objectRef<WitnessHealth>('Witness').implement({
  description: 'Who confirms that each state of the public log continues the one before.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As it signs, such as `witness.example.org`.' }),
    key: t.exposeString('vkey', { description: 'Its key, as `name+id+key` (c2sp.org/signed-note).' }),
    size: t.exposeInt('size', { description: 'How many entries it has confirmed.' }),
    confirmedAt: t.expose('confirmedAt', { type: 'DateTime', nullable: true, description: 'When it last confirmed.' }),
    fault: t.expose('fault', {
      type: WitnessFault,
      nullable: true,
      description: 'What is wrong since; null: nothing.',
    }),
  }),
});

interface Log {
  size: number;
  root: Buffer;
}

const PublicLog = builder.objectRef<Log>('PublicLog').implement({
  description: 'The newest signed state of the public log, which is at `/log/checkpoint` in full.',
  fields: (t) => ({
    origin: t.string({
      description: 'The name of the log, the first line of each state.',
      resolve: (_log, _args, ctx) => ctx.logSigner.name,
    }),
    key: t.string({
      description: 'The key that signs it, as `name+id+key` (c2sp.org/signed-note).',
      resolve: (_log, _args, ctx) => ctx.logSigner.vkey,
    }),
    size: t.exposeInt('size', { description: 'The number of its entries.' }),
    root: t.string({
      description: 'The hash of their tree (RFC 6962), in hex.',
      resolve: ({ root }) => root.toString('hex'),
    }),
    witnesses: t.field({
      type: [Witness],
      complexity: 20,
      description: 'Those who confirm it.',
      resolve: (_log, _args, ctx) => witnessHealth(ctx),
    }),
  }),
});

builder.queryField('publicLog', (t) =>
  t.field({
    type: PublicLog,
    nullable: true,
    complexity: 50,
    description: 'The public log of rounds. Null before its first entry. Public.',
    resolve: (_root, _args, ctx) => latestCheckpoint(ctx),
  }),
);
