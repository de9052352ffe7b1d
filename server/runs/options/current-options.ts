import type { Person } from '@/lib/access/vocabulary';
import type { CacheInterval } from '@/lib/contract/command/form-dropdown';
import { optionsOf } from '@/lib/inputs/choices/choosable-controls';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError, forbidden, notFound } from '@/server/base/errors';
import { type LinkedDropdown, readLinkedDropdowns } from '@/server/commands/dropdowns/linked-dropdowns';
import {
  CHECKED_MS,
  isUnavailable,
  type Loadable,
  prepareOptions,
  runForOptions,
  Unavailable,
} from '@/server/runs/options/load-options';
import { type OptionsRuns, readOptionsRuns } from '@/server/runs/options/options-runs';
import { type Options, optionsOfRun } from '@/server/runs/options/result-options';

const MINUTE_MS = 60_000;
/** How long a result is used without running again. Without a cache, typing in a search must not run again. */
const FRESH_MS: Record<CacheInterval | 'none', number> = {
  none: MINUTE_MS,
  daily: CHECKED_MS,
  weekly: 7 * CHECKED_MS,
};
/** Most commands that feed dropdowns end within this; then the first answer has the options. */
const FIRST_WAIT_MS = 1500;

const NOT_LOADED = 'The options could not be loaded. Try again, or ask an engineer of this command.';

/** Without the column's name: the person may not know the command behind the dropdown (S17). */
const NO_COLUMN =
  'The command behind this dropdown no longer returns the column with its values. An engineer of this command must choose another column in Configure.';

/** The options of an input as far as they are loaded, and how far that is. */
export interface CurrentOptions {
  state: 'ready' | 'loading' | 'waiting' | 'failed';
  options: Options;
  /** When the command that gives them ended; null for hardcoded options. */
  loadedAt: string | null;
  message: string | null;
  /** The inputs of the form to fill in first. */
  needs: string[];
}

interface OptionsRequest {
  actor: Person;
  subject: RunnableSubject;
  params: { inputId: number };
  audit: AuditSource;
  signal: AbortSignal;
  requestHeaders: Headers;
}

const none: Options = { lacksColumn: false, list: [], byText: new Map() };
const nothing: CurrentOptions = { state: 'ready', options: none, loadedAt: null, message: null, needs: [] };

/**
 * Reads the options of an input for the values of its form, and starts loading them if no result is fresh, or if
 * `refresh` asks for it. Throws 400 for an input without a dropdown, and 403 for a request from another site.
 */
export async function currentOptions(
  request: OptionsRequest,
  given: InputValues,
  refresh: boolean,
): Promise<CurrentOptions> {
  const { subject, params } = request;
  refuseOtherSites(request.requestHeaders);
  const input = subject.form.inputs.find(({ inputId }) => inputId === params.inputId);
  if (input === undefined) throw notFound();
  if (input.dropdownId === null) {
    throw new AppError('invalid', 'This input has no dropdown.', {
      issues: [{ path: 'inputId', message: 'Has no dropdown' }],
    });
  }
  const [linked] = await readLinkedDropdowns(subject.orgId, subject.configuredId, [input.inputId]);
  if (linked === undefined) return { ...nothing, options: hardcodedOptions(input) };
  return linkedOptions(request, input, linked, given, refresh);
}

/** The same for a dropdown that takes its options from a command. */
export async function linkedOptions(
  request: OptionsRequest,
  input: Input,
  linked: LinkedDropdown,
  given: InputValues,
  refresh: boolean,
): Promise<CurrentOptions> {
  const { actor, subject } = request;
  try {
    const loadable = await prepareOptions(actor, subject, input, linked, given);
    if ('needs' in loadable) return { ...nothing, state: 'waiting', needs: loadable.needs };
    return await optionsSoFar(loadable, await currentRuns(request, loadable, refresh));
  } catch (error) {
    if (isUnavailable(error)) return { ...nothing, state: 'failed', message: error.message };
    throw error;
  }
}

const isWithin = (at: Date | null | undefined, ms: number): boolean =>
  at != null && Date.now() - at.getTime() < ms;

/** The runs so far; starts one if none is fresh, or if the person asks for it. */
async function currentRuns(
  { actor, audit, signal }: OptionsRequest,
  loadable: Loadable,
  refresh: boolean,
): Promise<OptionsRuns> {
  const { sender, linked, key } = loadable;
  const runs = await readOptionsRuns(sender.orgId, sender.commandId, key);
  if (runs.runningId !== null) return runs;
  const isKnown =
    isWithin(runs.loaded?.at, FRESH_MS[linked.cacheInterval ?? 'none']) || isWithin(runs.failedAt, MINUTE_MS);
  if (isKnown && !refresh) return runs;
  return runForOptions(actor, loadable, runs, audit, FIRST_WAIT_MS, signal);
}

async function optionsSoFar({ sender, linked }: Loadable, runs: OptionsRuns): Promise<CurrentOptions> {
  const { loaded, runningId, failedAt } = runs;
  const options = loaded === null ? none : await optionsOfRun(sender.orgId, loaded.runId, linked);
  if (options.lacksColumn && runningId === null) throw new Unavailable(NO_COLUMN);
  const state = runningId !== null ? 'loading' : failedAt !== null || loaded === null ? 'failed' : 'ready';
  return {
    ...nothing,
    options,
    state,
    loadedAt: loaded?.at.toISOString() ?? null,
    message: state === 'failed' ? NOT_LOADED : null,
  };
}

function hardcodedOptions({ type }: Input): Options {
  const list = optionsOf(type).map((value) => ({ value, display: value }));
  return { lacksColumn: false, list, byText: new Map(list.map((option) => [option.value, option])) };
}

/** Reading options may run a command, which another site's link must not do. Browsers say where a request is from. */
export function refuseOtherSites(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') {
    throw forbidden('Options are only loaded from Pushboard itself.');
  }
}
