import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { cellText } from '@/lib/results/table/result-table';
import type { ValueIssue } from '@/lib/values/check-values';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError } from '@/server/base/errors';
import {
  type LinkedDropdown,
  loadSender,
  readLinkedDropdowns,
} from '@/server/commands/dropdowns/linked-dropdowns';
import {
  CHECKED_MS,
  isUnavailable,
  type Loadable,
  prepareOptions,
  runForOptions,
} from '@/server/runs/options/load-options';
import { type OptionsRuns, readOptionsRuns, startOptionsRun } from '@/server/runs/options/options-runs';
import { type Options, optionsOfRun } from '@/server/runs/options/result-options';

/** A program may send a value before anyone has loaded the options. */
const LONGEST_WAIT_MS = 30_000;
/** Each set of options may take a run of the sending command. */
const MOST_DIFFERENT_OPTIONS = 100;
const TOO_MANY_DIFFERENT = `Its options depend on other values, and these rows need more than ${MOST_DIFFERENT_OPTIONS} different sets. Run them in several parts.`;

const isChosen = ({ dropdownId, locked, variable, key }: Input, values: InputValues): boolean => {
  if (dropdownId === null || locked || variable !== null || !Object.hasOwn(values, key)) return false;
  const value = values[key];
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
};

/** Returns the values that can't be sent because their dropdowns don't offer them. */
export type ChosenChecker = (values: InputValues) => Promise<ValueIssue[]>;

/** Thrown where a check would have to wait for options that are being loaded. */
export class OptionsLoading extends Error {}

/** Thrown within a transaction where a check lacks options; `load` loads them. */
class OptionsMissing extends Error {
  constructor(readonly load: () => Promise<void>) {
    super('Options have to be loaded');
  }
}

/** Returns the options to check values against, or throws if there are none. */
export type TakeOptions = (
  actor: Person,
  loadable: Loadable,
  name: string,
  audit: AuditSource,
) => Promise<Options>;

/**
 * Returns a check that finds values that their dropdowns don't offer, for dropdowns that take their options from a command.
 * It looks in the whole stored result for the same form, and loads one if the last is more than a day old. Forms on which
 * the options don't depend share them.
 *
 * @param take waits for options that have to be loaded, or, as `optionsSoFar`, throws `OptionsLoading`
 */
export function chosenChecker(
  command: RunnableSubject,
  actor: Person,
  audit: AuditSource,
  take: TakeOptions = loadedOptions,
): ChosenChecker {
  const { inputs } = command.form;
  const names = inputNames(inputs);
  const linkedOf = remembered((inputId: number) =>
    readLinkedDropdowns(command.orgId, command.configuredId, [inputId]).then(([linked]) => linked ?? null),
  );
  const senderOf = remembered((linked: LinkedDropdown) => loadSender(command.orgId, linked));
  const known = new Map<string, Promise<Options | string>>();

  async function optionsFor(
    input: Input,
    linked: LinkedDropdown,
    values: InputValues,
  ): Promise<Options | string> {
    const sender = await senderOf(linked);
    const key = JSON.stringify([input.key, sender === null ? [] : passedOn(sender, values)]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= MOST_DIFFERENT_OPTIONS) return TOO_MANY_DIFFERENT;
    const loading = loadOptions(input, linked, sender, values);
    known.set(key, loading);
    return loading;
  }

  async function loadOptions(
    input: Input,
    linked: LinkedDropdown,
    sender: RunnableSubject | null,
    values: InputValues,
  ): Promise<Options | string> {
    try {
      const loadable = await prepareOptions(actor, command, input, linked, values, sender);
      if ('needs' in loadable) {
        return `Fill in ${loadable.needs.map((key) => nameOf(names, key)).join(', ')} first: its options depend on it`;
      }
      return await take(actor, loadable, nameOf(names, input.key), audit);
    } catch (error) {
      if (isUnavailable(error)) return error.message;
      throw error;
    }
  }

  return async (values) => {
    const issues: ValueIssue[] = [];
    for (const input of inputs) {
      if (!isChosen(input, values)) continue;
      const linked = await linkedOf(input.inputId);
      if (linked === null) continue;
      const options = await optionsFor(input, linked, values);
      const message = typeof options === 'string' ? options : missingFrom(options, values[input.key]);
      if (message !== null) issues.push({ key: input.key, message });
    }
    return issues;
  };
}

function remembered<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

/** The values that a sending command may take from a form: those with the key of one of its inputs. */
function passedOn({ form }: RunnableSubject, values: InputValues): [string, JsonValue][] {
  const keys = new Set(form.inputs.map(({ key }) => key.toLowerCase()));
  return Object.entries(values)
    .filter(([key]) => keys.has(key.toLowerCase()))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the stored options, or loads them. Throws 409 if that takes too long. */
export async function loadedOptions(
  actor: Person,
  loadable: Loadable,
  name: string,
  audit: AuditSource,
): Promise<Options> {
  const { sender, linked, key } = loadable;
  let runs = await readOptionsRuns(sender.orgId, sender.commandId, key);
  if (isStale(runs, linked)) {
    const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
    runs = await runForOptions(actor, loadable, runs, audit, LONGEST_WAIT_MS, signal);
  }
  if (runs.loaded === null) throw notLoaded(name);
  return optionsOfRun(sender.orgId, runs.loaded.runId, linked);
}

/**
 * The same for a worker, which must not wait for a run: its places may all be taken by those that wait. Starts loading, and
 * throws `OptionsLoading`.
 */
export const optionsSoFar: TakeOptions = async (actor, loadable, name, audit) => {
  const { sender, linked, key } = loadable;
  const runs = await readOptionsRuns(sender.orgId, sender.commandId, key);
  if (runs.loaded !== null && !isStale(runs, linked)) {
    return optionsOfRun(sender.orgId, runs.loaded.runId, linked);
  }
  if (runs.runningId === null) {
    if (runs.failedAt !== null && Date.now() - runs.failedAt.getTime() < LONGEST_WAIT_MS)
      throw notLoaded(name);
    await startOptionsRun({ ...loadable, actor, audit, seen: runs });
  }
  throw new OptionsLoading();
};

/**
 * Does work that checks values within a transaction, which must not wait for a run. If options are missing, it rolls back,
 * loads them, and does the work again, even if only older options or an error came back.
 */
export async function withOptions<T>(work: (takeOptions: TakeOptions) => Promise<T>): Promise<T> {
  const loaded = new Map<string, Promise<Options>>();
  const takeOptions: TakeOptions = async (actor, loadable, name, audit) => {
    const { sender, linked, key } = loadable;
    const place = JSON.stringify([linked.inputId, key]);
    const known = loaded.get(place);
    if (known !== undefined) return known;
    const runs = await readOptionsRuns(sender.orgId, sender.commandId, key);
    if (runs.loaded !== null && !isStale(runs, linked)) {
      return optionsOfRun(sender.orgId, runs.loaded.runId, linked);
    }
    throw new OptionsMissing(async () => {
      const options = loadedOptions(actor, loadable, name, audit);
      loaded.set(place, options);
      // The check that takes them gets the error.
      await options.catch(() => undefined);
    });
  };
  for (;;) {
    try {
      return await work(takeOptions);
    } catch (error) {
      if (!(error instanceof OptionsMissing)) throw error;
      await error.load();
    }
  }
}

const isStale = ({ loaded }: OptionsRuns, linked: LinkedDropdown): boolean =>
  loaded === null || Date.now() - loaded.at.getTime() > Math.max(CHECKED_MS, weekIf(linked));

const notLoaded = (name: string): AppError =>
  new AppError(
    'conflict',
    `The options of ${name} could not be loaded, so its value can't be checked. Try again in a moment.`,
  );

const weekIf = ({ cacheInterval }: LinkedDropdown): number =>
  cacheInterval === 'weekly' ? 7 * CHECKED_MS : 0;

function missingFrom({ byText }: Options, value: JsonValue | undefined): string | null {
  const given = Array.isArray(value) ? value : [value ?? null];
  const missing = given.find((each) => !byText.has(cellText(each)));
  if (missing === undefined) return null;
  const text = cellText(missing);
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}" is not an option of its dropdown`;
}
