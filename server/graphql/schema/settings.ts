import { VALUES_A_STATEMENT } from '../../domain/ground/calls/callBudget.ts';
import {
  setProfitabilityLevel,
  setProfitabilityLevelVerb,
  setRandomize,
  setRandomizeVerb,
} from '../../domain/settings/changeSettings.ts';
import { getSettings, type GameSettings as Row } from '../../domain/settings/gameSettings.ts';
import { authorize } from '../../domain/ground/actors/permissions.ts';
import { Admin } from './admin.ts';
import { builder } from '../builder/builder.ts';
import { eventStream } from '../builder/eventStream.ts';
import { auditReason, mutation } from '../builder/mutation.ts';

const GameSettings = builder.objectRef<Row>('GameSettings').implement({
  description: 'Who decides contests that open from now on; running ones keep what they opened with.',
  fields: (t) => ({
    randomize: t.exposeBoolean('randomize', { description: 'On: the fair draw decides. Off: the profit rule.' }),
    profitabilityIndex: t.exposeInt('profitabilityIndex', {
      description: 'The slider, 0 to 9: which outcome the profit rule picks, lowest profit of the house first.',
    }),
  }),
});

builder.objectField(Admin, 'settings', (t) =>
  t.field({
    complexity: VALUES_A_STATEMENT,
    type: GameSettings,
    description: 'The game settings.',
    resolve: (_admin, _args, ctx) => getSettings(ctx),
  }),
);

builder.subscriptionField('settingsChanged', (t) =>
  t.field({
    type: GameSettings,
    description: 'The game settings whenever an admin has changed them. For admins.',
    subscribe: (_root, _args, ctx) => {
      authorize(ctx, 'settings:read');
      return eventStream<object>((add) => {
        const addSettings = () => add({}, 'settings');
        const stops = [ctx.events.on('settingsChanged', addSettings), ctx.events.onReconnect(addSettings)];
        return () => stops.forEach((stop) => stop());
      });
    },
    resolve: (_event, _args, ctx) => getSettings(ctx),
  }),
);

const SettingsPayload = builder.objectRef<{ settings: Row }>('SettingsPayload').implement({
  description: 'The settings are changed.',
  fields: (t) => ({
    settings: t.expose('settings', { type: GameSettings, description: 'The settings, as they are now.' }),
  }),
});

mutation(setRandomizeVerb, {
  description: 'Switches between the fair draw and the profit rule, for contests that open from now on. For admins.',
  input: (t) => ({
    randomize: t.boolean({ required: true, description: 'True for the fair draw.' }),
    reason: t.string({
      description: 'Why, for the audit log. With real money at least 10 characters; otherwise null or absent without.',
    }),
  }),
  run: async (ctx, input) => ({ settings: await setRandomize(ctx, input) }),
  payload: SettingsPayload,
});

mutation(setProfitabilityLevelVerb, {
  description: 'Moves the slider of the profit rule, for contests that open from now on. For admins.',
  input: (t) => ({
    value: t.int({ required: true, description: '0 to 9.' }),
    reason: auditReason(t),
  }),
  run: async (ctx, input) => ({ settings: await setProfitabilityLevel(ctx, input) }),
  payload: SettingsPayload,
});
