import { readDescriptions } from './descriptions';
import { compareRoutines } from './routines';
import { readScripts } from './scripts/read-scripts';

// Runs the product on thousands of things that others made: `npm run corpus`, or with the name of one part.
const parts = new Map<string, () => Promise<boolean>>([
  ['routines', compareRoutines],
  ['descriptions', readDescriptions],
  ['scripts', readScripts],
]);

const names = process.argv.slice(2);
const unknown = names.filter((name) => !parts.has(name));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. The parts are ${[...parts.keys()].join(', ')}.`);
  process.exit(1);
}
for (const [name, part] of parts) {
  if ((names.length === 0 || names.includes(name)) && !(await part())) process.exitCode = 1;
}
