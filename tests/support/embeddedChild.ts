/**
 * A server's database in a process of its own, to be killed: `node server/build/run.mjs embeddedChild.ts DATA_DIR` starts it,
 * writes one row, prints "ready" and waits.
 */
import { startEmbedded } from '../../db/embedded.ts';
import { runStatement } from './postgres.ts';

const postgres = await startEmbedded({ dataDir: process.argv[2], durable: false });
await runStatement(postgres.address, 'create table if not exists survivors (id int)');
await runStatement(postgres.address, 'insert into survivors values (1)');
console.log('ready');
