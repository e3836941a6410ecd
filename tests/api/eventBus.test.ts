import { pino } from 'pino';
import { relayedEvents } from '../../server/composition/relay.ts';
import { limitsFor } from '../../db/limits.ts';
import { busContract } from '../support/busContract.ts';
import { FaultyWire } from '../support/faultyWire.ts';

const log = pino({ level: 'silent' });

busContract('NOTIFY', async (database) => {
  const wire = await FaultyWire.open(database.address);
  return {
    open: () => relayedEvents({ address: wire.address, database, log, limits: limitsFor('listener', 0.5) }),
    stop: () => wire.close(),
    start: () => wire.listen(),
    close: () => wire.close(),
  };
});
