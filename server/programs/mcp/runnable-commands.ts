import statement, { join, type Sql as Statement } from 'sql-template-tag';
import { decideOnEffect } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import { FEWEST_LETTERS } from '@/lib/commands/some-words';
import { shownOrgName } from '@/lib/orgs/org-names';
import { type CommandForm, FORM, FORM_COLUMNS, formOf } from '@/server/access/command-form';
import { commandsFromOutside } from '@/server/access/grants';
import { commandAccess, commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';

/** A command that the caller has, with what tells it from others. */
export interface RunnableCommand {
  commandId: number;
  orgId: string;
  orgName: string;
  orgSlug: string;
  name: string;
  description: string | null;
  folderName: string | null;
}

/** The same with its form. */
export interface DescribedCommand extends RunnableCommand {
  form: CommandForm;
}

const RUNNABLE = {
  command_id: column.int,
  org_id: column.text,
  org_name: column.text,
  is_sandbox: column.boolean,
  org_slug: column.text.nullable(),
  name: column.text,
  description: column.text.nullable(),
  folder_name: column.text.nullable(),
  found: column.int,
  has_all_words: column.boolean,
};

/** No organization has it, so that it excludes none. */
const NO_ORG = '';

/**
 * The ids of every command that a person may run, in all of their organizations and from outside of them. As in the
 * lists of the library, access is decided for all of an organization's commands in one pass.
 */
function runnableIds(actor: Person): Statement {
  const viewer = viewerOf(actor);
  const own = actor.memberships.map(
    ({ orgId }) =>
      statement`select roles.command_id from (${commandRoles(viewer, statement`${orgId}`)}) roles`,
  );
  const granted = statement`
    select c.command_id from command c ${commandAccess(viewer)}
    where c.command_id = any(array(${commandsFromOutside(actor.userId, NO_ORG)})) and access.role is not null`;
  return join([...own, granted], ' union all ');
}

/** Whether a word occurs somewhere in what people know of the command. */
const holds = (word: string): Statement =>
  statement`strpos(lower(concat_ws(' ', c.name, c.description, f.name, o.name, t.cloud_name)),
    lower(${word})) > 0`;

const holdsAll = (words: readonly string[]): Statement =>
  words.length === 0 ? statement`true` : join(words.map(holds), ' and ');

/** How many of the words it holds; short ones occur everywhere, and don't count. */
function heldWords(words: readonly string[]): Statement {
  const counted = words.filter((word) => word.length >= FEWEST_LETTERS);
  if (counted.length === 0) return statement`0`;
  return join(
    counted.map((word) => statement`(${holds(word)})::int`),
    ' + ',
  );
}

export interface Wanted {
  words?: readonly string[];
  /** Only commands after this one. */
  afterId?: number;
  limit: number;
}

/**
 * Lists commands that the caller may run, by id, with how many there are in all. Hidden ones are left out, as in the
 * library. If no command has all of the words, those with the most of them are listed.
 */
export async function listRunnable(
  actor: Person,
  { words = [], afterId = 0, limit }: Wanted,
): Promise<{ commands: RunnableCommand[]; found: number; hasAllWords: boolean }> {
  const rows = await query(
    RUNNABLE,
    statement`with runnable as (
       select c.command_id, c.org_id, o.name as org_name, o.is_sandbox, c.name, c.description,
         f.name as folder_name, ${holdsAll(words)} as has_all_words, ${heldWords(words)} as held_words
       from command c
       join org o on o.org_id = c.org_id
       join template t on t.org_id = c.org_id and t.template_id = c.template_id
       left join folder f on f.org_id = c.org_id and f.folder_id = c.folder_id
       where c.command_id in (${runnableIds(actor)}) and c.deleted_at is null and not c.is_hidden
     ), ranked as (
       select *, rank() over (order by has_all_words desc, case when has_all_words then 0 else held_words end desc)
         as place
       from runnable
     )
     select r.command_id, r.org_id, r.org_name, r.is_sandbox, r.name, r.description, r.has_all_words,
       (select s.slug from org_slug s where s.org_id = r.org_id and s.is_active limit 1) as org_slug,
       case when exists (select 1 from membership m where m.org_id = r.org_id and m.user_id = ${actor.userId}
         and m.state = 'active') then r.folder_name end as folder_name,
       (count(*) over ())::int as found
     from ranked r
     where r.place = 1 and (r.has_all_words or r.held_words > 0) and r.command_id > ${afterId}
     order by r.command_id limit ${limit}`,
  );
  return {
    commands: rows.map((row) => ({
      commandId: row.command_id,
      orgId: row.org_id,
      orgName: shownOrgName(
        { orgId: row.org_id, name: row.org_name, isSandbox: row.is_sandbox },
        actor.memberships.length === 1,
      ),
      orgSlug: row.org_slug ?? row.org_id,
      name: row.name,
      description: row.description,
      folderName: row.folder_name,
    })),
    found: rows[0]?.found ?? 0,
    hasAllWords: rows.every((row) => row.has_all_words),
  };
}

/** Adds the forms of listed commands, in one query. A command that was deleted meanwhile is left out. */
export async function withForms(commands: readonly RunnableCommand[]): Promise<DescribedCommand[]> {
  if (commands.length === 0) return [];
  const wanted = commands.map(({ commandId }) => commandId);
  const rows = await query(
    { ...FORM, command_id: column.int, name: column.text, template_id: column.int },
    statement`select c.command_id, c.name, c.template_id, ${FORM_COLUMNS}
     from command c join template t on t.org_id = c.org_id and t.template_id = c.template_id
     where c.command_id = any(${wanted}::int[]) and c.deleted_at is null`,
  );
  const forms = new Map(rows.map((row) => [row.command_id, formOf(row)]));
  return commands.flatMap((command) => {
    const form = forms.get(command.commandId);
    return form === undefined ? [] : [{ ...command, form }];
  });
}

/** Whether the caller's token runs commands at all. */
export const mayRun = (actor: Person): boolean => decideOnEffect(actor, 'run', null) === 'allowed';
