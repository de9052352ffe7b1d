import { benchAccess } from './access';
import { benchBulk } from './bulk';
import { benchClaims } from './claims';
import { benchConfigure } from './configure';
import { benchDescriptions } from './descriptions';
import { benchDirectory } from './directory';
import { benchDiscovery } from './discovery';
import { benchHistory } from './history';
import { benchAnalytics } from './insight/analytics';
import { benchErrors } from './insight/errors';
import { benchRetention } from './insight/retention';
import { benchLibrary } from './library';
import { benchLine } from './line';
import { benchLog } from './log';
import { benchMillionRows } from './million-rows';
import { benchResults } from './results';
import { benchRunLoad } from './run-load';
import { benchRunOverhead } from './run-overhead';
import { benchSchedules } from './schedules';
import { benchUpgrade } from './schema/upgrade';
import { benchWiden } from './schema/widen';
import { benchScriptSize } from './script-size';
import { benchScripts } from './scripts';
import { benchOrganization } from './support/organization';
import { benchEffects } from './syncing/effects';
import { benchSync } from './syncing/sync';

// Figures to read, not a test: they depend on the machine, so the ratio to the direct call is what matters.
const benches = new Map([
  ['run-overhead', benchRunOverhead],
  ['run-load', benchRunLoad],
  ['line', benchLine],
  ['claims', benchClaims],
  ['bulk', benchBulk],
  ['schedules', benchSchedules],
  ['log', benchLog],
  ['discovery', benchDiscovery],
  ['sync', benchSync],
  ['effects', benchEffects],
  ['descriptions', benchDescriptions],
  ['million-rows', benchMillionRows],
  ['library', benchLibrary],
  ['results', benchResults],
  ['configure', benchConfigure],
  ['access', benchAccess],
  ['history', benchHistory],
  ['retention', benchRetention],
  ['analytics', benchAnalytics],
  ['errors', benchErrors],
  ['organization', benchOrganization],
  ['upgrade', benchUpgrade],
  ['widen', benchWiden],
  ['script-size', benchScriptSize],
  ['scripts', benchScripts],
  ['directory', benchDirectory],
]);

const names = process.argv.slice(2);
const unknown = names.filter((name) => !benches.has(name));
if (unknown.length > 0) {
  console.error(`Unknown bench ${unknown.join(', ')}. The benches are ${[...benches.keys()].join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of benches) {
  if (names.length === 0 || names.includes(name)) await bench();
}
