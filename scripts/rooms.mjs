// npm run rooms: checks who imports whom against .dependency-cruiser.mjs, and prints the figures of the floor plan. Exits
// with code 1 if a rule is broken, if a limit is passed, and if there is nothing to check, since then the check is broken.

import { existsSync } from 'node:fs';
import swc from '@swc/core';
import config, { houses } from '../.dependency-cruiser.mjs';
import { arrowsOf, roomsOf, strayFiles } from './rooms/plan.mjs';
import { crowdedFolders, longFiles, MOST_FILES, MOST_LINES } from './rooms/sizes.mjs';

// dependency-cruiser parses TypeScript without JSX by default, which fails at the first component.
const parseFile = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFile(file, { ...options, tsx: file.endsWith('.tsx') });
const { cruise } = await import('dependency-cruiser');

const folders = ['app', 'cli', 'components', 'jobs', 'lib', 'prisma', 'scripts', 'server', 'tests'];
const files = ['instrumentation.ts', 'instrumentation-client.ts', 'proxy.ts'];
const { output } = await cruise(
  [...folders, ...files].filter((path) => existsSync(path)),
  { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true },
);

const { violations } = output.summary;
for (const { from, to, rule, cycle } of violations) {
  const way = cycle ? [from, ...cycle.map((step) => step.name)] : [from, to];
  console.error(`${rule.name}: ${way.join(' → ')}`);
}
const ours = output.modules.filter(({ source }) =>
  [...folders.map((folder) => `${folder}/`), ...files].some((path) => source.startsWith(path)),
);
const imports = ours.flatMap((module) => module.dependencies);
const broken = (isMeant) => violations.filter(({ rule }) => isMeant(rule.name)).length;

const strays = houses.flatMap((house) => strayFiles(house, ours));
const crowded = crowdedFolders(folders);
const long = longFiles(folders.filter((folder) => folder !== 'tests'));
for (const file of strays) console.error(`in no room of the plan: ${file}`);
for (const { file, lines } of long) console.error(`over ${MOST_LINES} lines: ${file} (${lines})`);
for (const { folder, count } of crowded) console.error(`over ${MOST_FILES} files: ${folder} (${count})`);

console.log(`${ours.length} files, ${imports.length} imports, ${violations.length} breaking the rules`);
for (const house of houses) {
  const rooms = roomsOf(house, ours);
  const upward = broken((name) => name === `imports-downward-in-${house.top}`);
  console.log(
    `${house.top}: ${rooms.length} rooms on ${house.floors.length} floors, ${arrowsOf(house, ours)} arrows, ${upward} imports upward`,
  );
}
console.log(
  `cycles ${broken((name) => name === 'no-cycles')}, folders over ${MOST_FILES} files ${crowded.length}, files over ${MOST_LINES} lines ${long.length}`,
);

const isKept = violations.length + strays.length + crowded.length + long.length === 0;
process.exitCode = isKept && ours.length > 0 && imports.length > 0 ? 0 : 1;
