import type { Person } from '@/lib/access/vocabulary';
import type { ValueIssue } from '@/lib/inputs/check-values';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import type { JsonValue } from '@/lib/json';
import { cellText } from '@/lib/runs/result-table';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load-command';
import { type LinkedDropdown, readLinkedDropdowns } from '@/server/dropdowns/linked-dropdowns';
import { CHECKED_MS, isUnavailable, prepareOptions, runForOptions } from '@/server/dropdowns/load-options';
import { readOptionsRuns } from '@/server/dropdowns/options-runs';
import { type Options, optionsOfRun } from '@/server/dropdowns/result-options';
import { AppError } from '@/server/errors';

/** A program may send a value before anyone has loaded the options. */
const LONGEST_WAIT_MS = 30_000;

const isChosen = ({ dropdownId, locked, variable, key }: Input, values: InputValues): boolean => {
  if (dropdownId === null || locked || variable !== null || !Object.hasOwn(values, key)) return false;
  const value = values[key];
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
};

/**
 * The values that are not among the options of their dropdowns, where a command gives these. Each is checked against the
 * whole stored result for the same form, which is loaded if there is none of the last day.
 */
export async function unofferedValues(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  audit: AuditSource,
): Promise<ValueIssue[]> {
  const chosen = command.form.inputs.filter((input) => isChosen(input, values));
  if (chosen.length === 0) return [];
  const linked = await readLinkedDropdowns(
    command.orgId,
    command.configuredId,
    chosen.map(({ inputId }) => inputId),
  );
  const issues: ValueIssue[] = [];
  for (const dropdown of linked) {
    const input = chosen.find(({ inputId }) => inputId === dropdown.inputId);
    if (input === undefined) continue;
    const message = await issueOf(command, actor, input, dropdown, values, audit);
    if (message !== null) issues.push({ key: input.key, message });
  }
  return issues;
}

async function issueOf(
  command: RunnableSubject,
  actor: Person,
  input: Input,
  linked: LinkedDropdown,
  values: InputValues,
  audit: AuditSource,
): Promise<string | null> {
  try {
    const loadable = await prepareOptions(actor, command, input, linked, values);
    const names = inputNames(command.form.inputs);
    if ('needs' in loadable) {
      return `Fill in ${loadable.needs.map((key) => nameOf(names, key)).join(', ')} first: its options depend on it`;
    }
    const { sender, key } = loadable;
    let runs = await readOptionsRuns(sender.orgId, sender.commandId, key);
    if (
      runs.loaded === null ||
      Date.now() - runs.loaded.at.getTime() > Math.max(CHECKED_MS, weekIf(linked))
    ) {
      runs = await runForOptions(
        actor,
        loadable,
        audit,
        LONGEST_WAIT_MS,
        AbortSignal.timeout(LONGEST_WAIT_MS),
      );
    }
    if (runs.loaded === null) {
      throw new AppError(
        'conflict',
        `The options of ${nameOf(names, input.key)} could not be loaded, so its value can't be checked. Try again in a moment.`,
      );
    }
    const options = await optionsOfRun(sender.orgId, runs.loaded.runId, linked);
    return missingFrom(options, values[input.key]);
  } catch (error) {
    if (isUnavailable(error)) return error.message;
    throw error;
  }
}

const weekIf = ({ cacheInterval }: LinkedDropdown): number =>
  cacheInterval === 'weekly' ? 7 * CHECKED_MS : 0;

function missingFrom({ byText }: Options, value: JsonValue | undefined): string | null {
  const given = Array.isArray(value) ? value : [value ?? null];
  const missing = given.find((each) => !byText.has(cellText(each)));
  if (missing === undefined) return null;
  const text = cellText(missing);
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}" is not an option of its dropdown`;
}
