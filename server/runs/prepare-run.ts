import type { Person } from '@/lib/access/vocabulary';
import { checkValues, type ValueIssue } from '@/lib/inputs/check-values';
import type { Input, InputType, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import type { JsonValue } from '@/lib/json';
import type { RunnableSubject } from '@/server/access/load-command';
import { AppError } from '@/server/errors';
import { patternIssues } from '@/server/inputs/check-patterns';
import {
  definitionOf,
  type FrozenDefinition,
  freezeDefinition,
  type RunDefinition,
} from '@/server/runs/definition';
import { type KeptValues, keepValues } from '@/server/runs/run-values';
import { withOpenDefaults } from '@/server/settings/sealed-default';
import { variablesFor } from '@/server/startup/variables';

export interface PreparedRun extends KeptValues {
  definition: RunDefinition;
  frozen: FrozenDefinition;
  /** The values for the history: JSON text without secrets and hidden inputs. */
  params: string;
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
): Promise<PreparedRun> {
  const { form } = command;
  refuseLargeValues(form.inputs, values, paramsKey);
  const sent = await checkedValues(command, actor, values, paramsKey);
  const definition = definitionOf(form);
  const params = JSON.stringify(withoutSecrets(form.inputs, withoutHidden(form.inputs, values)));
  return {
    definition,
    frozen: freezeDefinition(command.orgId, definition),
    params,
    sent,
    ...keepValues(command.orgId, definition.credentialId, form.inputs, sent, params),
  };
}

/** Everyone who has a command sees the values of its runs, but only engineers see hidden inputs. */
function withoutHidden(inputs: readonly Input[], values: InputValues): InputValues {
  const hidden = new Set(inputs.filter((input) => input.hidden).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key)));
}

/** The limit for a run's values as JSON, not counting files, which have their own limit. */
const LARGEST_VALUES = 1_000_000;

function holdsFile({ component, element, properties }: InputType): boolean {
  if (component === 'b-file' || (element !== null && holdsFile(element))) return true;
  return properties?.some((property) => holdsFile(property.type)) ?? false;
}

/** Throws 413 for values that are too large to store: they are saved with the run, and shown in its history. */
function refuseLargeValues(inputs: readonly Input[], values: InputValues, paramsKey: string): void {
  const files = new Set(inputs.filter(({ type }) => holdsFile(type)).map(({ key }) => key));
  const sizes = Object.entries(values)
    .filter(([key]) => !files.has(key))
    .map(([key, value]) => ({ key, chars: JSON.stringify(value).length }));
  if (sizes.reduce((sum, { chars }) => sum + chars, 0) <= LARGEST_VALUES) return;
  const largest = sizes.reduce((most, each) => (each.chars > most.chars ? each : most));
  const name = nameOf(inputNames(inputs), largest.key);
  throw new AppError(
    'too_large',
    `The input values exceed 1 MB in total; the largest is ${name}. Send less.`,
    {
      issues: [{ path: `${paramsKey}.${largest.key}`, message: 'Too large' }],
    },
  );
}

/**
 * The values to send, by input key. Throws 400 with an issue per input, `{paramsKey}.{input key}`; the message names
 * inputs as the form does.
 */
export async function checkedValues(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  paramsKey: 'runrams' | 'params',
) {
  const { inputs } = command.form;
  const opened = await withOpenDefaults(command.orgId, command.configuredId, inputs);
  const caller = {
    variables: await variablesFor(actor, command.orgId, inputs),
    mayOverrideHidden: command.standing.access?.role === 'admin',
  };
  const checked = checkValues(opened, values, caller, command.form.command.inputChecks);
  const found = checked.ok ? patternIssues(inputs, checked.sent) : checked.issues;
  if (checked.ok && found.length === 0) return checked.sent;
  throw invalidValues(inputs, found, paramsKey);
}

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
