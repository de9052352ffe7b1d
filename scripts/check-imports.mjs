// Checks the imports of the project in the working folder against .dependency-cruiser.mjs. Exits with code 1 if a rule
// is broken, and if there is nothing to check, since that means the check is broken.

import { existsSync } from 'node:fs';
import swc from '@swc/core';
import config from '../.dependency-cruiser.mjs';

// dependency-cruiser parses TypeScript without JSX by default, which fails at the first component.
const parseFile = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFile(file, { ...options, tsx: file.endsWith('.tsx') });
const { cruise } = await import('dependency-cruiser');

const rooms = [
  'app',
  'cli',
  'components',
  'jobs',
  'lib',
  'prisma',
  'scripts',
  'server',
  'tests',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
];
const { output } = await cruise(
  rooms.filter((room) => existsSync(room)),
  { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true },
);

const ours = output.modules.filter(({ source }) => rooms.some((room) => source.startsWith(room)));
for (const { from, to, rule, cycle } of output.summary.violations) {
  const way = cycle ? [from, ...cycle.map((step) => step.name)] : [from, to];
  console.error(`${rule.name}: ${way.join(' → ')}`);
}
const dependencies = ours.flatMap((module) => module.dependencies);
console.log(
  `${ours.length} files, ${dependencies.length} imports, ${output.summary.violations.length} breaking the rules`,
);
process.exitCode =
  output.summary.violations.length > 0 || ours.length === 0 || dependencies.length === 0 ? 1 : 0;
