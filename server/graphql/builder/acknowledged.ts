import { builder } from './builder.ts';

/** The payload of mutations without a result. */
export const Acknowledged = builder.objectRef<{ ok: true }>('AcknowledgedPayload').implement({
  description: 'It is done, and there is nothing to show for it.',
  fields: (t) => ({ ok: t.exposeBoolean('ok', { description: 'Always true.' }) }),
});
