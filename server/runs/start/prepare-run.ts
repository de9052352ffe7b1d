import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import { brokenRules } from '@/lib/values/broken-rules';
import { type CheckedValues, checkValues, type ValueIssue } from '@/lib/values/check-values';
import { type PatternLimits, patternChecker } from '@/lib/values/patterns/source-patterns';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError } from '@/server/base/errors';
import { withOpenDefaults } from '@/server/commands/settings/sealed-default';
import { dryRunRefusal } from '@/server/connectors/dry-run-refusal';
import { variablesFor } from '@/server/people/variables/variables';
import {
  definitionOf,
  type FrozenDefinition,
  freezeDefinition,
  type RunDefinition,
} from '@/server/runs/start/definition';
import { FileTaker, namesFile, type RunFiles, refuseFiles } from '@/server/runs/start/run-files';
import { type KeptValues, keepValues } from '@/server/runs/start/run-values';

/** How a person wants a run to treat its values. */
export interface RunChoices {
  /** Whether to undo everything at the source. */
  isDryRun?: boolean | undefined;
  /** Whether to leave values that break only limits of the source to the source. */
  runsAnyway?: boolean | undefined;
}

export interface PreparedRun extends KeptValues {
  definition: RunDefinition;
  frozen: FrozenDefinition;
  /** The values for the history: JSON text without secrets and hidden inputs, with names in place of files. */
  params: string;
  /** The files that the values name. */
  files: RunFiles;
  /** The values of the form as it is run, with its defaults, secrets included. */
  values: InputValues;
  /** All values that are sent, secrets included. */
  sent: Record<string, JsonValue>;
}

/**
 * Checks the values against the command's inputs, with the same rules as the form, and freezes what will be executed.
 * Doesn't compare them with the options of dropdowns. Throws as `checkedValues` does.
 */
export async function prepareRun(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  paramsKey: 'runrams' | 'params',
  { isDryRun = false, runsAnyway = false }: RunChoices = {},
): Promise<PreparedRun> {
  const tooLarge = largeValue(command.form.inputs, values);
  if (tooLarge !== null) {
    const { key, message } = tooLarge;
    throw new AppError('too_large', message, {
      issues: [{ path: `${paramsKey}.${key}`, message: 'Too large' }],
    });
  }
  const checked = await checkedValues(command, actor, values, paramsKey, runsAnyway);
  const ranAnyway = checked.left !== undefined;
  const prepared = freezeRun(command, { isDryRun, ranAnyway })(checked.values, checked.sent);
  await refuseFiles(command.orgId, prepared.files);
  return prepared;
}

/** Returns a function that freezes runs of a command with values that were checked; they share one definition. */
export function freezeRun(
  command: RunnableSubject,
  { isDryRun = false, ranAnyway = false }: { isDryRun?: boolean; ranAnyway?: boolean } = {},
): (values: InputValues, sent: Record<string, JsonValue>) => PreparedRun {
  const { inputs } = command.form;
  const isEngineer = command.standing.access?.role === 'admin';
  const definition = definitionOf(command.form, { isDryRun, ranAnyway, isEngineer });
  if (isDryRun) refuseDryRun(definition);
  const frozen = freezeDefinition(command.orgId, definition);
  return (values, sent) => {
    const taker = new FileTaker(inputs);
    const params = JSON.stringify(taker.take(withoutSecrets(inputs, withoutHidden(inputs, values))));
    const kept = keepValues(command.orgId, definition.credentialId, inputs, taker.take(sent), params);
    return { definition, frozen, params, files: taker.files, values, sent, ...kept };
  };
}

function refuseDryRun(definition: RunDefinition): void {
  const refusal = dryRunRefusal(definition);
  if (refusal !== null) throw new AppError('impossible', refusal);
}

/** Everyone who has a command sees the values of its runs, but only engineers see hidden inputs. */
function withoutHidden(inputs: readonly Input[], values: InputValues): InputValues {
  const hidden = new Set(inputs.filter((input) => input.hidden).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key)));
}

/** The limit for a run's values as JSON, not counting files: a request's size limits those, and the quota of results. */
const LARGEST_VALUES = 1_000_000;

/** The largest of values that are too large to store, since they are saved with the run; null if they aren't. */
export function largeValue(inputs: readonly Input[], values: InputValues): ValueIssue | null {
  const sizes = Object.entries(new FileTaker(inputs).take(values)).map(([key, value]) => ({
    key,
    chars: JSON.stringify(value).length,
  }));
  if (sizes.reduce((sum, { chars }) => sum + chars, 0) <= LARGEST_VALUES) return null;
  const { key } = sizes.reduce((most, each) => (each.chars > most.chars ? each : most));
  const name = nameOf(inputNames(inputs), key);
  return { key, message: `The input values exceed 1 MB in total; the largest is ${name}. Send less.` };
}

/**
 * The values as the form runs, and those to send, by input key. Throws 400 with an issue per input, `{paramsKey}.{input key}`; the message names
 * inputs as the form does.
 */
export async function checkedValues(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  paramsKey: 'runrams' | 'params',
  leavesLimits = false,
) {
  const checked = (await valuesChecker(command, actor, { leavesLimits }))(values);
  if (checked.ok) return checked;
  throw invalidValues(command.form.inputs, checked.issues, paramsKey);
}

/**
 * Returns a check of the values of a command's runs, one or many: what the checks need is loaded once.
 *
 * @param limits for many runs, what checking the patterns of descriptions may take in all
 * @param leavesLimits whether values that break only limits of the source are sent as they are
 */
export async function valuesChecker(
  command: RunnableSubject,
  actor: Person,
  { limits, leavesLimits = false }: { limits?: PatternLimits; leavesLimits?: boolean } = {},
): Promise<(values: InputValues) => CheckedValues> {
  const { inputs } = command.form;
  const opened = await withOpenDefaults(command.orgId, command.configuredId, inputs);
  const caller = {
    variables: await variablesFor(actor, command.orgId, inputs),
    mayOverrideHidden: command.standing.access?.role === 'admin',
  };
  const patternIssues = patternChecker(inputs, limits);
  const broken = brokenRules(inputs, command.form.command.inputChecks);
  return (values) => {
    if (broken.length > 0) return { ok: false, issues: broken };
    const checked = checkValues(opened, values, caller, command.form.command.inputChecks, leavesLimits);
    if (!checked.ok) return checked;
    const named = namesFile(inputs, checked.sent);
    if (named !== null) return { ok: false, issues: [{ key: named, message: FILE_GONE }] };
    const issues = patternIssues(checked.sent);
    if (issues.length === 0) return checked;
    return leavesLimits ? { ...checked, left: [...(checked.left ?? []), ...issues] } : { ok: false, issues };
  };
}

const FILE_GONE = 'Pushboard no longer has this file. Choose it again';

/** The error for values that can't be sent; the message names inputs as the form does. */
export function invalidValues(
  inputs: readonly Input[],
  found: readonly ValueIssue[],
  paramsKey: 'runrams' | 'params',
): AppError {
  const issues = found.map(({ key, message }) => ({ path: `${paramsKey}.${key}`, message }));
  const names = inputNames(inputs);
  const words = found.map(({ key, message }) => `${nameOf(names, key)}: ${message}`).join('; ');
  return new AppError('invalid', `Some of the input values are invalid: ${words}`, { issues });
}
