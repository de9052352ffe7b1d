import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { MOST_SHOWN_RUNS } from '@/lib/contract/runs/approval-shapes';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { isFixed, shownInputs } from '@/lib/inputs/form-inputs';
import type { Input } from '@/lib/inputs/input';
import { inputNames } from '@/lib/inputs/input-names';
import { isEmpty } from '@/lib/inputs/is-empty';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { defaultText } from '@/lib/results/table/default-text';
import { leftOutKeys } from '@/lib/values/conditions';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { dryRunRefusal } from '@/server/connectors/dry-run-refusal';
import { type RunDefinition, readDefinition } from '@/server/runs/start/definition';
import { openValues } from '@/server/runs/start/run-values';

type RunStatus = z.output<typeof runStatus>;
type RunEndReason = z.output<typeof runEndReason>;
type Values = Record<string, JsonValue>;

/** A run of a request, with its values as the reader may see them. */
export interface ShownRun {
  runId: number;
  params: Values;
  emptyKeys: string[];
  defaults: Record<string, string>;
  status: RunStatus;
  endReason: RunEndReason | null;
  inputNames: Record<string, string>;
  hasDropdowns: boolean;
  hasDryRun: boolean;
}

const RUN = {
  approval_id: column.int,
  run_id: column.int,
  status: runStatus,
  end_reason: runEndReason.nullable(),
  params: column.text.nullable(),
  sent_values: column.text.nullable(),
  sealed_values: column.bytes.nullable(),
  definition: column.text,
};

const SECRET = { is_set: true };

/** What is sent. */
function openSent(orgId: string, row: RowOf<typeof RUN>, { credentialId }: RunDefinition): Values {
  const kept = { sentValues: row.sent_values, sealedValues: row.sealed_values };
  return openValues(orgId, credentialId, kept, row.params ?? '{}');
}

/** The same, with a mark in place of each secret. */
function withoutSecrets(sent: Values, { inputs }: RunDefinition): Values {
  const types = new Map((inputs ?? []).map(({ key, type }) => [key, type]));
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      const type = types.get(key);
      return [key, type === undefined || holdsSecret(type) ? SECRET : value];
    }),
  );
}

const inputsOf = ({ inputs }: RunDefinition): Input[] =>
  (inputs ?? []).map((input) => ({ ...input, inputId: 0, templateInputId: 0 }));

/** The inputs that the asker had in the form and left empty, in its order. */
function emptyOf(definition: RunDefinition, filled: Values, sent: Values): Input[] {
  const all = inputsOf(definition);
  // What is sent has the values of fixed inputs, too, on which others may depend.
  const open = all.map((input) => ({ ...input, locked: false, variable: null }));
  const leftOut = leftOutKeys(open, sent, {});
  return shownInputs(all)
    .filter((input) => !isFixed(input) && !leftOut.has(input.key))
    .filter((input) => isEmpty(input, filled[input.key]) && (sent[input.key] ?? '') === '');
}

/** The defaults of inputs that aren't sent, as the form reads them. */
function defaultsOf(empty: readonly Input[], sent: Values): Record<string, string> {
  const left = empty.filter(({ key }) => !Object.hasOwn(sent, key));
  return Object.fromEntries(
    left.flatMap((input) => {
      const text = defaultText(input);
      return text === null ? [] : [[input.key, text]];
    }),
  );
}

/**
 * The first runs of each request, by its id.
 *
 * @param requests `showsAll` for engineers: everything that is sent, hidden inputs included; for others what the asker
 *   filled in
 */
export async function shownRuns(
  orgId: string,
  requests: readonly { approvalId: number; showsAll: boolean }[],
): Promise<Map<number, ShownRun[]>> {
  const rows = await query(
    RUN,
    statement`select shown.* from unnest(${requests.map(({ approvalId }) => approvalId)}::bigint[]) wanted (approval_id)
     cross join lateral (
       select ar.approval_id, r.run_id, r.status::text, r.end_reason::text, r.params, r.sent_values, r.sealed_values, d.content as definition
       from approval_run ar
       join run r on r.org_id = ar.org_id and r.run_id = ar.run_id
       join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
       where ar.org_id = ${orgId} and ar.approval_id = wanted.approval_id
         and not exists (select from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id)
       order by r.run_id limit ${MOST_SHOWN_RUNS}) shown`,
  );
  const shown = new Map<number, ShownRun[]>(requests.map(({ approvalId }) => [approvalId, []]));
  const allOf = new Set(requests.filter(({ showsAll }) => showsAll).map(({ approvalId }) => approvalId));
  for (const row of rows) {
    const definition = readDefinition(row.definition);
    const names = inputNames(definition.inputs ?? []);
    const filled = JSON.parse(row.params ?? '{}') as Values;
    const sent = openSent(orgId, row, definition);
    const params = allOf.has(row.approval_id) ? withoutSecrets(sent, definition) : filled;
    const empty = emptyOf(definition, filled, sent);
    const emptyKeys = empty.map(({ key }) => key);
    const ofThese = [...Object.keys(params), ...emptyKeys].map((key) => [key, names.get(key) ?? key]);
    shown.get(row.approval_id)?.push({
      runId: row.run_id,
      params,
      emptyKeys,
      defaults: defaultsOf(empty, sent),
      status: row.status,
      endReason: row.end_reason,
      inputNames: Object.fromEntries(ofThese) as Record<string, string>,
      hasDropdowns: (definition.inputs ?? []).some(
        ({ key, dropdownId }) => dropdownId != null && Object.hasOwn(params, key),
      ),
      hasDryRun: definition.isDryRun !== true && dryRunRefusal(definition) === null,
    });
  }
  return shown;
}
