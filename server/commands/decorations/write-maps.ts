import statement from 'sql-template-tag';
import { termProblem } from '@/lib/results/look/row-terms';
import type { RowTerm } from '@/lib/settings/condition-terms';
import type { CommandSubject } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

/** Which output fills which input. */
export interface SentMap {
  inputId: number;
  outputColumnId: number;
}

interface Decorated {
  decorationId: number;
  kind: 'row' | 'object';
  targetCommandId: number;
  resultSet: number;
}

/** The wire's names, for messages. */
const WIRE = {
  row: { maps: 'colMaps', output: 'noOutColId' },
  object: { maps: 'fieldMaps', output: 'noOutFieldId' },
} as const;

function refuse(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

/** Throws 400 for an input that isn't the target's, an output that isn't the command's, or an input that is named twice. */
async function checkMaps(
  tx: Sql,
  { orgId, commandId }: CommandSubject,
  { kind, targetCommandId, resultSet }: Decorated,
  maps: readonly SentMap[],
): Promise<void> {
  const { maps: list, output } = WIRE[kind];
  const [found] = await query(
    { inputs: column.ints, outputs: column.ints },
    statement`select
      array(select input_id from command_input where org_id = ${orgId} and command_id = ${targetCommandId}) as inputs,
      array(select output_column_id from output_column where org_id = ${orgId} and command_id = ${commandId}
        and kind = ${kind === 'row' ? 'column' : 'field'} and (${kind === 'object'} or result_set = ${resultSet})
      ) as outputs`,
    tx,
  );
  const [inputs, outputs, seen] = [new Set(found?.inputs), new Set(found?.outputs), new Set<number>()];
  for (const [at, { inputId, outputColumnId }] of maps.entries()) {
    if (!inputs.has(inputId)) {
      throw refuse(
        `${list}.${at}.legoInstanceInputId`,
        'This input is not one of the command that the button opens.',
      );
    }
    if (seen.has(inputId)) {
      throw refuse(
        `${list}.${at}.legoInstanceInputId`,
        'This input is already filled. Fill each input once.',
      );
    }
    seen.add(inputId);
    if (!outputs.has(outputColumnId)) {
      throw refuse(`${list}.${at}.${output}`, 'This is not an output of this command and result set.');
    }
  }
}

/** Throws 400 for terms that can't be followed, and for those about columns that results of the command never had. */
export async function refuseBadTerms(
  tx: Sql,
  { orgId, commandId }: CommandSubject,
  resultSet: number,
  terms: readonly RowTerm[],
): Promise<void> {
  if (terms.length === 0) return;
  const rows = await query(
    { path: column.text },
    statement`select path from output_column where org_id = ${orgId} and command_id = ${commandId}
      and kind = 'column' and result_set = ${resultSet}`,
    tx,
  );
  const known = new Set(rows.map(({ path }) => path));
  for (const [at, term] of terms.entries()) {
    if (!known.has(term.key)) {
      throw refuse(`shownWhen.${at}.key`, 'This is not a column of this command and result set.');
    }
    const problem = termProblem(term);
    if (problem !== null) throw refuse(`shownWhen.${at}.values`, problem);
  }
}

/** Replaces what fills the inputs of a decoration's target. */
export async function writeMaps(
  tx: Sql,
  command: CommandSubject,
  decorated: Decorated,
  maps: readonly SentMap[],
): Promise<void> {
  const { orgId } = command;
  await checkMaps(tx, command, decorated, maps);
  await execute(
    statement`with mended as (
        update decoration set lost_inputs = '{}'
        where org_id = ${orgId} and decoration_id = ${decorated.decorationId} and lost_inputs <> '{}'
      )
      delete from decoration_map where org_id = ${orgId} and decoration_id = ${decorated.decorationId}`,
    tx,
  );
  await execute(
    statement`insert into decoration_map (org_id, decoration_id, input_id, output_column_id)
      select ${orgId}, ${decorated.decorationId}, sent.input_id, sent.output_column_id
      from unnest(${maps.map(({ inputId }) => inputId)}::int[],
        ${maps.map(({ outputColumnId }) => outputColumnId)}::int[]) sent (input_id, output_column_id)`,
    tx,
  );
}

/**
 * Removes what no longer belongs: inputs of another command than the target, and outputs of another result set. What the
 * former target lost doesn't matter to another one; with the same target, the button lost what it filled from the other
 * result set, and nobody sees it until an engineer chooses again.
 */
export async function dropForeignMaps(
  tx: Sql,
  orgId: string,
  { decorationId, targetCommandId, kind, resultSet }: Decorated,
): Promise<void> {
  await execute(
    statement`with moved as (
        update decoration set lost_inputs = array(
          select distinct t.key from decoration_map m
          join output_column o on o.org_id = m.org_id and o.output_column_id = m.output_column_id
          join command_input i on i.org_id = m.org_id and i.input_id = m.input_id
          join template_input t on t.template_input_id = i.template_input_id
          where m.org_id = ${orgId} and m.decoration_id = ${decorationId} and ${kind === 'row'}
            and o.result_set <> ${resultSet} and i.command_id = ${targetCommandId} order by t.key)
        where org_id = ${orgId} and decoration_id = ${decorationId}
      )
      delete from decoration_map m where m.org_id = ${orgId} and m.decoration_id = ${decorationId} and (
      not exists (select from command_input i where i.org_id = m.org_id and i.input_id = m.input_id
        and i.command_id = ${targetCommandId})
      or not exists (select from output_column o where o.org_id = m.org_id
        and o.output_column_id = m.output_column_id and (${kind === 'object'} or o.result_set = ${resultSet})))`,
    tx,
  );
}
