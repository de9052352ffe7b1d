import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Person } from '@/lib/access/vocabulary';
import type { Issue } from '@/lib/contract/error-body';
import { MOST_BULK_ISSUES, MOST_BULK_ROWS } from '@/lib/contract/runs/bulk';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import type { ValueIssue } from '@/lib/values/check-values';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError } from '@/server/base/errors';
import type { BulkRow } from '@/server/runs/bulk/insert-bulk';
import { chosenChecker } from '@/server/runs/options/check-chosen';
import { freezeRun, largeValue, type PreparedRun, valuesChecker } from '@/server/runs/start/prepare-run';
import { refuseFiles } from '@/server/runs/start/run-files';

/** How many bad cells the message of a refusal names. */
const EXAMPLES = 5;
/** Rows are checked in turns of this length, between which the process answers others. */
const TURN_MS = 10;
/** As for a form, times the number of rows, but never long: two seconds at most. */
const PATTERN_LIMITS = { checks: 100 * MOST_BULK_ROWS, steps: 100_000_000 };

/**
 * Checks the values of each row as a single run's are checked, and freezes what will be executed: all rows share one
 * definition. Throws 400 with an issue for each bad cell, `runramsList[17].amount`; the message says how many there are
 * if not all are listed.
 */
export async function prepareRows(
  command: RunnableSubject,
  actor: Person,
  rows: readonly InputValues[],
  audit: AuditSource,
): Promise<PreparedRun[]> {
  const check = await rowChecker(command, actor, audit);
  const freeze = freezeRun(command);
  const prepared: PreparedRun[] = [];
  const bad = new BadCells();
  for (const [index, values] of rows.entries()) {
    const { issues, checked } = await check(values);
    bad.add(index, issues);
    if (checked !== null && bad.count === 0) prepared.push(freeze(checked.values, checked.sent));
  }
  if (bad.count > 0) throw bad.refusal(inputNames(command.form.inputs));
  await refuseFiles(command.orgId, new Map(prepared.flatMap(({ files }) => [...files])));
  return prepared;
}

/** The values of a row, or why it can't be sent. */
export type ReadRow = { values: InputValues; refusal: null } | { values: null; refusal: string };

/**
 * The same where nobody is there to correct a row: one that can't be sent is refused by itself, with its reason, and the
 * others run.
 */
export async function prepareEachRow(
  command: RunnableSubject,
  actor: Person,
  rows: readonly ReadRow[],
  audit: AuditSource,
): Promise<BulkRow[]> {
  const check = await rowChecker(command, actor, audit);
  const freeze = freezeRun(command);
  const names = inputNames(command.form.inputs);
  const prepared: BulkRow[] = [];
  for (const { values, refusal } of rows) {
    if (values === null) {
      prepared.push({ ...freeze({}, {}), refusal });
      continue;
    }
    const { issues, checked } = await check(values);
    if (checked !== null) prepared.push(freeze(checked.values, checked.sent));
    else {
      const words = issues.map(({ key, message }) => `${nameOf(names, key)}: ${message}`).join('; ');
      // Values that are too large to send are too large to keep.
      const kept = largeValue(command.form.inputs, values) === null ? values : {};
      prepared.push({ ...freeze(kept, {}), refusal: `Some of the input values are invalid: ${words}` });
    }
  }
  return prepared;
}

/** Returns a check of rows, which lets others have the process in between. `checked` is null if there are issues. */
async function rowChecker(command: RunnableSubject, actor: Person, audit: AuditSource) {
  const { inputs } = command.form;
  const checkValues = await valuesChecker(command, actor, { limits: PATTERN_LIMITS });
  const unoffered = chosenChecker(command, actor, audit);
  let turnEndsMs = performance.now() + TURN_MS;
  return async (values: InputValues) => {
    if (performance.now() > turnEndsMs) {
      await nextTurn();
      turnEndsMs = performance.now() + TURN_MS;
    }
    const tooLarge = largeValue(inputs, values);
    const checked = checkValues(values);
    if (tooLarge !== null) return { issues: [tooLarge], checked: null };
    if (!checked.ok) return { issues: checked.issues, checked: null };
    const issues = await unoffered(checked.values);
    return { issues, checked: issues.length === 0 ? checked : null };
  };
}

class BadCells {
  count = 0;
  private readonly rows = new Set<number>();
  private readonly first: { row: number; issue: ValueIssue }[] = [];

  add(row: number, issues: readonly ValueIssue[]): void {
    if (issues.length === 0) return;
    this.rows.add(row);
    this.count += issues.length;
    for (const issue of issues) {
      if (this.first.length < MOST_BULK_ISSUES) this.first.push({ row, issue });
    }
  }

  refusal(names: ReturnType<typeof inputNames>): AppError {
    const issues = this.first.map(
      ({ row, issue }): Issue => ({ path: `runramsList[${row}].${issue.key}`, message: issue.message }),
    );
    const examples = this.first
      .slice(0, EXAMPLES)
      .map(({ row, issue }) => ` Row ${row + 1}, ${nameOf(names, issue.key)}: ${issue.message}.`);
    const listed = this.count > issues.length ? ` The first ${issues.length} are listed.` : '';
    const cells = this.count === 1 ? '1 value' : `${this.count} values`;
    const inRows = this.rows.size === 1 ? '1 row' : `${this.rows.size} rows`;
    const message = `${cells} in ${inRows} can't be sent, so nothing was run.${examples.join('')}${listed}`;
    return new AppError('invalid', message, { issues });
  }
}
