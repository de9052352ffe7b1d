import type { Knows } from '@/server/access/may-know';
import type { Carried } from '@/server/commands/renames/carry-renames';
import { changedInputs } from '@/server/commands/template/changed-inputs';
import type { Change } from '@/server/commands/template/compare-template';
import type { ConfiguredInput } from '@/server/commands/template/configured-input';
import { planStartupValues } from '@/server/commands/template/plan-inputs';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import type { TemplateDescription } from '@/server/connectors/things';
import type { AutomaticRun } from '@/server/dependents/automatic-runs';
import { stopsOf } from '@/server/dependents/stops';
import type { ValueHolder } from '@/server/dependents/value-holders';
import type { DiffRow } from '@/server/sources/sync/diff-row';
import { effectsOf } from '@/server/sources/sync/effects';

/** What stands around the inputs of a template's commands, by the keys before the sync. */
export interface AroundInputs {
  configured: readonly ConfiguredInput[];
  holders: readonly ValueHolder[];
  automatic: readonly AutomaticRun[];
}

type Affected = DiffRow['changes'][number]['affects'][number];
/** Before it is decided whether the person may know the command. */
type Around = Omit<Affected, 'commandId' | 'commandName'> & { commandId: number };

const OF_SETTINGS = { need: null, name: null, ownerName: null, nextAt: null };

/** Changes of a template, with what they would do to the settings of its engineers, and to what needs its inputs. */
export function withEffects(
  knows: Knows,
  { carried, changes }: { carried: Carried; changes: readonly Change[] },
  around: AroundInputs,
): DiffRow['changes'] {
  const { stored, described } = carried;
  const { configured, holders, automatic } = underKeysOfNow(carried, around);
  const before = new Map(stored.inputs.map((input) => [input.key, input]));
  const after = new Map(described.inputs.map((input) => [input.key, input]));
  const living = new Set(stored.commands.flatMap((each) => (each.isDeleted ? [] : [each.commandId])));
  const ofLiving = configured.filter(({ commandId }) => stored.isDeleted || living.has(commandId));
  const names = namesOf(knows, stored);
  const startupLost = startupLostOf(stored, described);
  const inputs = changedInputs(stored, described, configured);
  const stops = automatic.flatMap((run) => stopsOf(run, inputs).map((stop) => ({ ...stop, run })));
  return changes.map((change) => ({
    ...change,
    affects: [
      ...holdersOf(change, holders, sameNames(carried)),
      ...automaticOf(change, automatic, stops),
      ...effectsOf(change, before, after, ofLiving, startupLost).map((effect) => ({
        ...effect,
        ...OF_SETTINGS,
      })),
    ].map(({ commandId, ...effect }) => {
      const commandName = names.get(commandId) ?? null;
      return commandName === null
        ? { ...effect, ...OF_SETTINGS, need: effect.need, commandId: null, commandName }
        : { ...effect, commandId, commandName };
    }),
  }));
}

function underKeysOfNow(
  { renames }: Carried,
  { configured, holders, automatic }: AroundInputs,
): AroundInputs {
  const names = new Map(renames.map(({ key, keyNow }) => [key, keyNow]));
  const now = <Named extends { key: string }>(each: Named): Named => ({
    ...each,
    key: names.get(each.key) ?? each.key,
  });
  return {
    configured: configured.map(now),
    holders: holders.map(now),
    automatic: automatic.map((run) => ({ ...run, values: run.values.map(now) })),
  };
}

/** The renamed inputs, by their keys of now, whose former name means the same where letter case doesn't matter. */
const sameNames = ({ renames }: Carried): ReadonlySet<string> =>
  new Set(renames.flatMap(({ key, keyNow }) => (key.toLowerCase() === keyNow.toLowerCase() ? [keyNow] : [])));

/**
 * What names an input that is removed or renamed. Dropdowns match inputs of two commands by name, so that a rename of
 * one of them isn't carried over to the other.
 */
function holdersOf(
  { key, change }: Change,
  holders: readonly ValueHolder[],
  sameNames: ReadonlySet<string>,
): Around[] {
  if (change !== 'removed' && change !== 'renamed') return [];
  return holders
    .filter((holder) => holder.key === key)
    .map(({ kind, commandId, name }) => ({
      ...OF_SETTINGS,
      kind,
      outcome:
        change === 'renamed' && (kind !== 'parameter' || sameNames.has(key ?? '')) ? 'carried' : 'stopped',
      commandId,
      name,
    }));
}

/** By which change something that runs by itself stops: each is told once. */
const STOPS_WITH: Readonly<Record<ChangedStop['need'], readonly Change['change'][]>> = {
  value: ['removed'],
  unfit: ['type'],
  missing: ['added', 'optional'],
};

type ChangedStop = ReturnType<typeof stopsOf>[number] & { run: AutomaticRun };

/** What runs by itself with a value for an input, and stops or goes along with a change of it. */
function automaticOf(
  { key, change }: Change,
  automatic: readonly AutomaticRun[],
  stops: readonly ChangedStop[],
): Around[] {
  const shown = (
    run: AutomaticRun,
  ): Pick<Around, 'kind' | 'commandId' | 'name' | 'ownerName' | 'nextAt'> => ({
    kind: run.kind,
    commandId: run.configuredId,
    name: run.name,
    ownerName: run.ownerName,
    nextAt: run.nextAt?.toISOString() ?? null,
  });
  if (change === 'renamed') {
    return automatic
      .filter(({ values }) => values.some((value) => value.key === key))
      .map((run) => ({ ...shown(run), need: 'value', outcome: 'carried' }));
  }
  return stops
    .filter((stop) => stop.key === key && STOPS_WITH[stop.need].includes(change))
    .map(({ run, need }) => ({ ...shown(run), need, outcome: 'stopped' }));
}

function startupLostOf(
  { startupValues }: StoredTemplate,
  { inputs }: TemplateDescription,
): ReadonlySet<string> {
  const kept = planStartupValues(startupValues, inputs) ?? {};
  return new Set(Object.keys(startupValues ?? {}).filter((key) => !Object.hasOwn(kept, key)));
}

function namesOf(knows: Knows, stored: StoredTemplate): Map<number, string> {
  return new Map(stored.commands.filter(knows).map(({ commandId, name }) => [commandId, name]));
}
