import { runCommand } from './runCommand.ts';
import { contextFor } from '../domain/context.ts';
import { rotateChains } from '../domain/contests/chains.ts';

/**
 * `npm run chain:rotate`: begins a new hash chain for each game. Run it after restoring a backup and before the server
 * takes bets again, because seeds that are still secret in the restored database may have been published since the
 * backup.
 */
await runCommand(async (services) => {
  for (const { chainId, length, anchor } of await rotateChains(contextFor(services, { kind: 'system' }))) {
    console.log(`${chainId}: ${length} contests, s_0 = ${anchor.toString('hex')}`);
  }
  return 0;
});
