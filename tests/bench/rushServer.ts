/** A server of the part `rush`: by the real clock, with rounds of version 2 of the draw. */
import { startServer } from '../../server/composition/compose.ts';
import { ManualClock } from '../../server/platform/clock.ts';
import type { ServerAddress } from '../support/postgres.ts';
import { testServerOptions } from '../support/server.ts';
import { testChain } from '../support/testBeacon.ts';

export interface RushServerSetup {
  readonly address: ServerAddress;
  readonly env: Record<string, string>;
}

const { address, env } = JSON.parse(process.argv[2] ?? '') as RushServerSetup;
// Default values, but for the rates and passwords of tests: no clock means the database's, and a pool of the usual size.
const { clock: _none, poolSize: _few, ...options } = testServerOptions(address, new ManualClock(0), env);
const server = await startServer({ ...options, beaconChain: testChain });

process.on('disconnect', () => void server.stop().finally(() => process.exit(0)));
process.send?.({ url: server.url });
