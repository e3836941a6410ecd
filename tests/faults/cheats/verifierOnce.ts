import { build, type Plugin } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { checkRounds } from '../../../web/lib/verify/checkMonth.ts';
import type { LogPartReader } from '../../../web/lib/verify/logPart.ts';
import type { OtherGames } from '../../../web/lib/verify/otherGames.ts';

/** The parts of verify.html that find faults. */
export interface Verifier {
  checkRounds: typeof checkRounds;
  LogPartReader: typeof LogPartReader;
  OtherGames: typeof OtherGames;
}

const folder = resolve('web/lib/verify');

/** What is computed once for equal arguments: one timelock takes 0.1 s, a signature of the beacon 30 ms. */
const once: Readonly<Record<string, string>> = {
  'timelock.ts': `
    import { openTimelock as open } from './timelock.ts';
    const known = new Map();
    export function openTimelock(...args) {
      const key = args.join();
      if (!known.has(key)) known.set(key, attempt(() => open(...args)));
      return known.get(key)();
    }
    function attempt(work) {
      try {
        const result = work();
        return () => result;
      } catch (error) {
        return () => { throw error; };
      }
    }`,
  'beacon.ts': `
    import { fromBeacon as signed } from './beacon.ts';
    const known = new Map();
    export function fromBeacon(chain, rounds) {
      return new Set(rounds.filter((round) => {
        const { beaconRound, beaconSignature, beaconRandomness, endsAt } = round;
        const key = JSON.stringify([beaconRound, beaconSignature, beaconRandomness, endsAt]);
        if (!known.has(key)) known.set(key, signed(chain, [round]).size === 1);
        return known.get(key);
      }));
    }`,
};

const computingOnce: Plugin = {
  name: 'once',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(?:timelock|beacon)\.ts$/ }, ({ path, namespace }) =>
      namespace === 'once' ? null : { path: path.replace('./', ''), namespace: 'once' },
    );
    onLoad({ filter: /./, namespace: 'once' }, ({ path }) => ({ contents: once[path] ?? '', resolveDir: folder }));
  },
};

/** Bundles the verifier of the browser, so that it checks hundreds of months that differ little; `into`: a folder. */
export async function verifierOnce(into: string): Promise<Verifier> {
  const names = { checkMonth: 'checkRounds', logPart: 'LogPartReader', otherGames: 'OtherGames' };
  const exported = Object.entries(names).map(([file, name]) => `export { ${name} } from './${file}.ts';`);
  const { outputFiles } = await build({
    stdin: { contents: exported.join('\n'), resolveDir: folder },
    plugins: [computingOnce],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
  });
  const path = join(into, 'verifier.mjs');
  await writeFile(path, outputFiles[0]?.contents ?? '');
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Verifier;
}
