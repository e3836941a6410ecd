import { commandArguments } from './commandArguments.ts';
import { runCommand } from './runCommand.ts';
import { contextFor } from '../domain/ground/verbs/context.ts';
import { rotateChains } from '../domain/contests/chains.ts';

const USAGE = `npm run chain:rotate
  Begins a new hash chain for each game, with or without a running server: after seeds that are still secret may have
  become known, as in a database that lagged behind, or was stored in clear.`;

commandArguments(USAGE);

await runCommand(async (services) => {
  for (const { chainId, length, anchor } of await rotateChains(contextFor(services, { kind: 'system' }))) {
    console.log(`${chainId}: ${length} contests, s_0 = ${anchor.toString('hex')}`);
  }
  return 0;
});
