import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// npm run --silent sbom: prints a software bill of materials (CycloneDX) of the packages that the container holds. npm
// makes it from package-lock.json alone, so it needs neither a network nor installed packages.

const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
const made = spawnSync('npm', args, {
  encoding: 'utf8',
  maxBuffer: 100_000_000,
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
});
if (made.status !== 0) process.exit(made.status ?? 1);

// npm's own --omit=dev also leaves out packages that we need and that a package for development needs too.
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`),
);

/** Returns a package's own name. npm lists a package that an override puts in another's place under the other's name. */
const nameOf = ({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length, purl.lastIndexOf('@')));

const bill = JSON.parse(made.stdout);
const root = bill.metadata.component['bom-ref'];
bill.components = bill.components
  .map((component) => ({ ...component, name: nameOf(component) }))
  .filter(({ name, version }) => installed.has(`${name}@${version}`))
  .map((component) => ({
    ...component,
    properties: component.properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  }));
const kept = new Set([root, ...bill.components.map((component) => component['bom-ref'])]);
bill.dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
