import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { decideOnCommand } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import type {
  ErrorDecoration,
  ObjectDecoration,
  RowDecoration,
} from '@/lib/contract/command/decoration-shapes';
import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { INPUTS_JSON } from '@/server/access/command-form';
import {
  COMMAND,
  COMMAND_COLUMNS,
  type CommandSubject,
  commandSubject,
} from '@/server/access/load/load-command';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { goneOutputs } from '@/server/dependents/gone-outputs';

export interface Decorations {
  rowDecorations: RowDecoration[];
  objectDecorations: ObjectDecoration[];
  errorDecoration: ErrorDecoration | null;
}

type Fillable = Pick<Input, 'hidden' | 'locked' | 'variable' | 'type'>;
type Map = { outputColumnId: number; inputId: number; inputKey: string; path: string } & Fillable;

/** `c` is the target. */
const TARGET = {
  ...COMMAND,
  is_deleted: column.boolean,
  created_by_user_id: column.text,
  lost_inputs: column.texts,
  gone_outputs: column.texts,
};
const TARGET_COLUMNS = statement`${COMMAND_COLUMNS}, c.deleted_at is not null as is_deleted, d.created_by_user_id`;

const DECORATION = {
  ...TARGET,
  decoration_id: column.int,
  kind: column.oneOf(['row', 'object']),
  text: column.text,
  result_set: column.int,
  shown_when: column.json<RowDecoration['shownWhen']>(),
  maps: column.json<Map[]>(),
};

const MAPS = statement`
  coalesce((
    select json_agg(json_build_object(
        'outputColumnId', o.output_column_id, 'inputId', i.input_id, 'inputKey', ti.key, 'path', o.path,
        'hidden', i.hidden, 'locked', i.locked, 'variable', i.variable, 'type', ti.type)
      order by i.position, i.input_id)
    from decoration_map m
    join command_input i on i.org_id = m.org_id and i.input_id = m.input_id
    join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
    join output_column o on o.org_id = m.org_id and o.output_column_id = m.output_column_id
    where m.org_id = d.org_id and m.decoration_id = d.decoration_id), '[]')`;

const isFillable = ({ hidden, locked, variable, type }: Fillable): boolean =>
  !hidden && !locked && variable === null && !holdsSecret(type) && type.component !== 'b-file';

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** Why a decoration can't be used by anyone; null if it can. */
function brokenWhy(row: RowOf<typeof TARGET>): string | null {
  if (row.is_deleted) return 'The command that it opens was deleted. Choose another one, or delete it.';
  const { lost_inputs: lost, gone_outputs: gone } = row;
  if (lost.length > 0)
    return `It fills ${quoted(lost)}, which the command that it opens no longer has. Choose again what it fills.`;
  if (gone.length > 0)
    return `It needs ${quoted(gone)}, which the last result no longer had. Choose again what it fills and which rows have it.`;
  return null;
}

/** What a viewer learns of the command that a decoration opens: nothing but that it is there, unless they may see it. */
function shownTarget(actor: Actor, command: CommandSubject, row: RowOf<typeof TARGET>) {
  const target = commandSubject(row);
  const isSeen = !row.is_deleted && decideOnCommand(actor, 'command.see', target.standing) === 'allowed';
  const isEngineer = command.standing.access?.role === 'admin';
  const why = brokenWhy(row);
  const canRun =
    why === null && isSeen && decideOnCommand(actor, 'command.run', target.standing) === 'allowed';
  return {
    target,
    isSeen,
    shown: {
      outputCommandId: command.commandId,
      targetCommandId: isSeen ? target.commandId : null,
      targetName: isSeen ? target.name : null,
      canRun,
      brokenReason: isEngineer ? why : null,
      creatorUoId: isEngineer ? `${row.created_by_user_id}_${command.orgId}` : null,
    },
  };
}

function shownMaps(maps: readonly Map[], { target, isSeen }: ReturnType<typeof shownTarget>) {
  if (!isSeen) return [];
  // As in the form, hidden inputs are the engineers' to know.
  const known = maps.filter(({ hidden }) => target.standing.access?.role === 'admin' || !hidden);
  return known.map(({ outputColumnId, inputId, inputKey, path, ...input }) => ({
    outputColumnId,
    inputId,
    inputKey,
    path,
    isFilled: isFillable(input),
  }));
}

/** Returns the decorations of a command as its engineer sees them, one or all. */
async function readButtons(actor: Actor, command: CommandSubject, which: Statement, db: Sql) {
  const rows = await query(
    DECORATION,
    statement`select ${TARGET_COLUMNS}, d.lost_inputs, ${goneOutputs(statement`d`)} as gone_outputs, d.decoration_id, d.kind, d.name as text, d.result_set, d.shown_when, ${MAPS} as maps
      from decoration d
      join command c on c.org_id = d.org_id and c.command_id = d.target_command_id
      ${commandAccess(viewerOf(actor))}
      where d.org_id = ${command.orgId} and d.command_id = ${command.configuredId} ${which}
      order by d.decoration_id`,
    db,
  );
  return rows.map((row) => {
    const target = shownTarget(actor, command, row);
    const {
      decoration_id: decorationId,
      kind,
      text: name,
      result_set: resultSet,
      shown_when: shownWhen,
    } = row;
    const maps = shownMaps(row.maps, target);
    return { kind, decorationId, name, resultSet, shownWhen, ...target.shown, maps };
  });
}

type Button = Awaited<ReturnType<typeof readButtons>>[number];

const objectOf = ({ kind: _, resultSet: __, shownWhen: ___, ...button }: Button): ObjectDecoration => button;
const rowOf = ({ kind: _, ...button }: Button): RowDecoration => button;

export async function readRowButton(
  actor: Actor,
  command: CommandSubject,
  decorationId: number,
  db: Sql = sql,
): Promise<RowDecoration | null> {
  const which = statement`and d.kind = 'row' and d.decoration_id = ${decorationId}`;
  const [found] = await readButtons(actor, command, which, db);
  return found === undefined ? null : rowOf(found);
}

export async function readObjectButton(
  actor: Actor,
  command: CommandSubject,
  decorationId: number,
  db: Sql = sql,
): Promise<ObjectDecoration | null> {
  const which = statement`and d.kind = 'object' and d.decoration_id = ${decorationId}`;
  const [found] = await readButtons(actor, command, which, db);
  return found === undefined ? null : objectOf(found);
}

export async function readErrorJump(
  actor: Actor,
  command: CommandSubject,
  db: Sql = sql,
): Promise<ErrorDecoration | null> {
  const [row] = await query(
    { ...TARGET, inputs: column.json<Input[] | null>() },
    statement`select ${TARGET_COLUMNS}, '{}'::text[] as lost_inputs, '{}'::text[] as gone_outputs, ${INPUTS_JSON} as inputs
      from error_decoration d
      join command c on c.org_id = d.org_id and c.command_id = d.target_command_id
      ${commandAccess(viewerOf(actor))}
      where d.org_id = ${command.orgId} and d.command_id = ${command.configuredId}`,
    db,
  );
  if (row === undefined) return null;
  const { shown, isSeen } = shownTarget(actor, command, row);
  const inputs = isSeen ? (row.inputs ?? []).filter(isFillable) : [];
  return { ...shown, targetOrgId: command.orgId, inputKeys: inputs.map(({ key }) => key) };
}

/**
 * Returns the decorations of a command: all of them for its engineers, and for others only those that open a command
 * that they may run.
 */
export async function readDecorations(actor: Actor, command: CommandSubject): Promise<Decorations> {
  const { access } = command.standing;
  if (access === null) return { rowDecorations: [], objectDecorations: [], errorDecoration: null };
  const [buttons, jump] = await Promise.all([
    readButtons(actor, command, empty, sql),
    readErrorJump(actor, command),
  ]);
  const isShown = ({ canRun }: { canRun: boolean }) => canRun || access.role === 'admin';
  const shown = buttons.filter(isShown);
  return {
    rowDecorations: shown.filter(({ kind }) => kind === 'row').map(rowOf),
    objectDecorations: shown.filter(({ kind }) => kind === 'object').map(objectOf),
    errorDecoration: jump !== null && isShown(jump) ? jump : null,
  };
}
