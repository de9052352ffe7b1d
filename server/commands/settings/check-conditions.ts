import statement from 'sql-template-tag';
import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { type ConditionTerm, conditionEffects, type InputCheck } from '@/lib/settings/condition-terms';
import { coerceValue } from '@/lib/values/coerce-value';
import { canBeCondition } from '@/lib/values/conditions';
import { INPUTS_JSON } from '@/server/access/command-form';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';

async function inputsOf(tx: Sql, orgId: string, commandId: number): Promise<Map<string, Input>> {
  const [row] = await query(
    { inputs: column.json<Input[] | null>() },
    statement`select ${INPUTS_JSON} as inputs from command c
      where c.org_id = ${orgId} and c.command_id = ${commandId}`,
    tx,
  );
  return new Map((row?.inputs ?? []).map((input) => [input.key, input]));
}

/**
 * Throws 400 if conditions that were just written could not be followed: about an input that doesn't exist, is hidden,
 * is a secret, or depends on this one, or with values that the other input can't have.
 */
export async function refuseBadConditions(
  tx: Sql,
  { orgId, commandId }: { orgId: string; commandId: number },
  keys: readonly string[],
): Promise<void> {
  const inputs = await inputsOf(tx, orgId, commandId);
  const conditionsOf = (key: string) => inputs.get(key)?.conditions ?? null;
  for (const key of keys) {
    for (const effect of conditionEffects) {
      for (const term of conditionsOf(key)?.[effect] ?? []) refuseBadTerm(inputs, key, term);
    }
    refuseCircle(key, (name) => (conditionsOf(name)?.shown ?? []).map((term) => term.key));
  }
}

function refuseBadTerm(
  inputs: ReadonlyMap<string, Input>,
  key: string,
  { key: other, values }: ConditionTerm,
): void {
  const input = inputs.get(other);
  if (input === undefined) throw invalidAt('conditions', `This command has no input named ${other}.`);
  if (other === key) throw invalidAt('conditions', 'An input cannot depend on itself.');
  if (!canBeCondition(input)) {
    throw invalidAt('conditions', `${other} is hidden or secret, so nothing can depend on it.`);
  }
  for (const value of values) {
    const coerced = coerceValue(input.type, value);
    if (!coerced.ok) throw invalidAt('conditions', `${other}: ${coerced.message}`);
  }
}

function refuseCircle(start: string, needs: (key: string) => string[]): void {
  const seen = new Set<string>();
  const waiting = needs(start);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (key === start) throw invalidAt('conditions', `${start} would depend on itself through other inputs.`);
    if (seen.has(key)) continue;
    seen.add(key);
    waiting.push(...needs(key));
  }
}

/**
 * Throws 400 for checks about inputs that don't exist, between an input and itself, or with a value that the input can't
 * have. A secret is compared with no fixed value, which everyone with the form can read.
 */
export async function refuseBadChecks(
  tx: Sql,
  { orgId, commandId }: { orgId: string; commandId: number },
  checks: readonly InputCheck[],
): Promise<void> {
  const inputs = await inputsOf(tx, orgId, commandId);
  for (const { left, right, value } of checks) {
    if (left === right) throw invalidAt('inputChecks', 'A check needs two different inputs.');
    const missing = [left, ...(right === null ? [] : [right])].find((key) => !inputs.has(key));
    if (missing !== undefined) throw invalidAt('inputChecks', `This command has no input named ${missing}.`);
    const input = inputs.get(left);
    if (right !== null || value === undefined || input === undefined) continue;
    if (holdsSecret(input.type)) {
      throw invalidAt(
        'inputChecks',
        `${left} is secret, so it can't be compared with a value that others can read.`,
      );
    }
    const coerced = coerceValue(input.type, value);
    if (!coerced.ok) throw invalidAt('inputChecks', `${left}: ${coerced.message}`);
  }
}
