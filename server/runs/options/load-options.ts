import type { z } from 'zod';
import type { Person } from '@/lib/access/vocabulary';
import { changesData } from '@/lib/commands/warning-tag';
import {
  type dropdownOptions,
  type listDropdownOptions as listOptionsOperation,
  MOST_OPTIONS_SHOWN,
} from '@/lib/contract/command/dropdown-options';
import type { CacheInterval } from '@/lib/contract/command/form-dropdown';
import type { Input, InputValues } from '@/lib/inputs/input';
import { cellText } from '@/lib/results/table/result-table';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError, forbidden, notFound } from '@/server/base/errors';
import {
  type LinkedDropdown,
  loadSender,
  readLinkedDropdowns,
} from '@/server/commands/dropdowns/linked-dropdowns';
import type { Context } from '@/server/operations/context';
import { variablesFor } from '@/server/people/variables/variables';
import {
  type OptionsRuns,
  optionsKey,
  readOptionsRuns,
  startOptionsRun,
  waitForOptions,
} from '@/server/runs/options/options-runs';
import { type Options, optionsOfRun, searchOptions } from '@/server/runs/options/result-options';
import { senderValues } from '@/server/runs/options/sender-values';
import { type PreparedRun, prepareRun } from '@/server/runs/start/prepare-run';

type Answer = z.output<typeof dropdownOptions>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long a result is used without running again. Without a cache, typing in a search must not run again. */
const FRESH_MS: Record<CacheInterval | 'none', number> = {
  none: MINUTE_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
};
/** How long a run may check a value against an older result: forms stay open for a day. */
export const CHECKED_MS = DAY_MS;
/** Most commands that feed dropdowns end within this; then the first answer has the options. */
const FIRST_WAIT_MS = 1500;

const NOT_LOADED = 'The options could not be loaded. Try again, or ask an engineer of this command.';

/** Without the column's name: the person may not know the command behind the dropdown (S17). */
const NO_COLUMN =
  'The command behind this dropdown no longer returns the column with its values. An engineer of this command must choose another column in Configure.';

/** Why options can't be loaded at all; for the person who fills in the form. */
class Unavailable extends Error {}

/** What it takes to load the options of one input, with some values of its form. */
export interface Loadable {
  sender: RunnableSubject;
  linked: LinkedDropdown;
  prepared: PreparedRun;
  key: string;
}

/**
 * Prepares loading an input's options. Returns the form's inputs that are to be filled in first instead, if there are
 * any. Throws `Unavailable`.
 *
 * @param loaded the sender as `loadSender` returns it, for callers that have it
 */
export async function prepareOptions(
  actor: Person,
  command: RunnableSubject,
  input: Input,
  linked: LinkedDropdown,
  given: InputValues,
  loaded?: RunnableSubject | null,
): Promise<Loadable | { needs: string[] }> {
  const sender = loaded === undefined ? await loadSender(command.orgId, linked) : loaded;
  if (sender === null) {
    throw new Unavailable(
      'The engineer who linked this dropdown no longer has access to the command behind it. Another engineer must link it again.',
    );
  }
  if (changesData(sender.form.template.warningTag)) {
    throw new Unavailable(
      'The command behind this dropdown is marked as changing data, so it is not run for options. An engineer must choose another.',
    );
  }
  const { inputs } = command.form;
  const variables = await variablesFor(actor, command.orgId, [...inputs, ...sender.form.inputs]);
  const others = inputs.filter(({ inputId }) => inputId !== input.inputId);
  const { values, needs } = senderValues(others, sender.form.inputs, given, variables);
  if (needs.length > 0) return { needs };
  try {
    const prepared = await prepareRun(sender, actor, values, 'params');
    return { sender, linked, prepared, key: optionsKey(sender, prepared) };
  } catch (error) {
    // Its message would name inputs of the sender (S17).
    if (error instanceof AppError && error.code === 'invalid') {
      throw new Unavailable("The command behind this dropdown can't run with the values of this form.");
    }
    throw error;
  }
}

export const isUnavailable = (error: unknown): error is Error => error instanceof Unavailable;

/**
 * Starts a run for the options and waits for it, at most so long.
 *
 * @param seen what the caller knew when it decided that a run is needed
 */
export async function runForOptions(
  actor: Person,
  { sender, linked, prepared, key }: Loadable,
  seen: OptionsRuns,
  audit: AuditSource,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<OptionsRuns> {
  const runId = await startOptionsRun({ actor, sender, linked, prepared, key, audit, seen });
  return waitForOptions(sender, key, runId, timeoutMs, signal);
}

const isWithin = (at: Date | null | undefined, ms: number): boolean =>
  at != null && Date.now() - at.getTime() < ms;

/** The options of one input, as far as they are loaded. */
export async function listDropdownOptions(context: Context<typeof listOptionsOperation>): Promise<Answer> {
  const { actor, subject, params, query } = context;
  refuseOtherSites(context.requestHeaders);
  const input = subject.form.inputs.find(({ inputId }) => inputId === params.inputId);
  if (input === undefined) throw notFound();
  if (input.dropdownId === null) {
    throw new AppError('invalid', 'This input has no dropdown.', {
      issues: [{ path: 'inputId', message: 'Has no dropdown' }],
    });
  }
  const [linked] = await readLinkedDropdowns(subject.orgId, subject.configuredId, [input.inputId]);
  const given = query.values ?? {};
  if (linked === undefined) return hardcodedAnswer(input, query);
  try {
    const loadable = await prepareOptions(actor, subject, input, linked, given);
    if ('needs' in loadable) return { ...empty, state: 'waiting', needs: loadable.needs };
    return await answerOf(loadable, await currentRuns(context, loadable), query);
  } catch (error) {
    if (isUnavailable(error)) return { ...empty, state: 'failed', message: error.message };
    throw error;
  }
}

/** The runs so far; starts one if none is fresh, or if the person asks for it. */
async function currentRuns(
  { actor, query: { refresh = false }, audit, signal }: Context<typeof listOptionsOperation>,
  loadable: Loadable,
): Promise<OptionsRuns> {
  const { sender, linked, key } = loadable;
  const runs = await readOptionsRuns(sender.orgId, sender.commandId, key);
  if (runs.runningId !== null) return runs;
  const isKnown =
    isWithin(runs.loaded?.at, FRESH_MS[linked.cacheInterval ?? 'none']) || isWithin(runs.failedAt, MINUTE_MS);
  if (isKnown && !refresh) return runs;
  return runForOptions(actor, loadable, runs, audit, FIRST_WAIT_MS, signal);
}

type Query = Context<typeof listOptionsOperation>['query'];

async function answerOf({ sender, linked }: Loadable, runs: OptionsRuns, query: Query): Promise<Answer> {
  const { loaded, runningId, failedAt } = runs;
  const options = loaded === null ? null : await optionsOfRun(sender.orgId, loaded.runId, linked);
  if (options?.lacksColumn === true && runningId === null) throw new Unavailable(NO_COLUMN);
  const state = runningId !== null ? 'loading' : failedAt !== null || loaded === null ? 'failed' : 'ready';
  return {
    ...empty,
    ...(options === null ? {} : found(options, query)),
    state,
    loadedAt: loaded?.at.toISOString() ?? null,
    message: state === 'failed' ? NOT_LOADED : null,
  };
}

function found(options: Options, { search = '', chosen = [] }: Query) {
  return {
    ...searchOptions(options, search, MOST_OPTIONS_SHOWN),
    total: options.list.length,
    chosen: chosen.flatMap((value) => options.byText.get(cellText(value)) ?? []),
  };
}

const empty = {
  options: [],
  chosen: [],
  total: 0,
  matchCount: 0,
  loadedAt: null,
  message: null,
  needs: [],
};

function hardcodedAnswer({ type }: Input, query: Query): Answer {
  const values = type.element?.options ?? type.options ?? [];
  const list = values.map((value) => ({ value, display: value }));
  const byText = new Map(list.map((option) => [option.value, option]));
  return { ...empty, ...found({ lacksColumn: false, list, byText }, query), state: 'ready' };
}

/** Reading options may run a command, which another site's link must not do. Browsers say where a request is from. */
function refuseOtherSites(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') {
    throw forbidden('Options are only loaded from Pushboard itself.');
  }
}
