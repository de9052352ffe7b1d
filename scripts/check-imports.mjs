// Checks who imports whom against .dependency-cruiser.mjs, for the project in the working folder.
// Ends with code 1 when a rule is broken, and when there is nothing to check: that is how a broken check looks.

import { existsSync } from 'node:fs';
import swc from '@swc/core';
import config from '../.dependency-cruiser.mjs';

// dependency-cruiser asks the parser for TypeScript without JSX, which fails at the first component.
const parseFile = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFile(file, { ...options, tsx: file.endsWith('.tsx') });
const { cruise } = await import('dependency-cruiser');

const rooms = [
  'app',
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
  `${ours.length} files, ${dependencies.length} imports, ${output.summary.violations.length} against the rules`,
);
process.exitCode =
  output.summary.violations.length > 0 || ours.length === 0 || dependencies.length === 0 ? 1 : 0;
