import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { narrowing, throughText } from '@/lib/access/through';
import type { Actor, ChosenCommands } from '@/lib/access/vocabulary';

/** Whose access is asked for, and what narrows it. */
export interface Viewer {
  /** The person's id in SQL; a null for somebody signed out. */
  person: Statement;
  /** The only commands they came for; null for all that the person has. */
  only: ChosenCommands | null;
  /** What they came through, as runs keep it. */
  through: string | null;
}

/** Somebody who makes a request, with what they came through. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.kind === 'signedOut') return anyone(statement`${null}::text`);
  const { only } = narrowing(actor);
  return { person: statement`${actor.userId}`, only, through: throughText(actor.through) };
}

/**
 * A person, whatever they came through: what they have is asked about, not what they do.
 *
 * @param person an SQL expression of the person's id, such as a bound value
 */
export const anyone = (person: Statement): Viewer => ({ person, only: null, through: null });

/** Of the command `c`, whether the viewer came for it; follows another condition. */
export const andChosenCommand = ({ only }: Viewer): Statement =>
  only === null
    ? empty
    : statement`and (c.command_id = any(${[...only.commandIds]}::int[])
        or c.folder_id = any(${[...only.folderIds]}::int[]))`;

/** The same of the folder `f`. */
export const andChosenFolder = ({ only }: Viewer): Statement =>
  only === null ? empty : statement`and f.folder_id = any(${[...only.folderIds]}::int[])`;

/** Of the run `r` of a command that the viewer has, whether they may see it; follows another condition. */
export const andOwnRun = ({ only, through }: Viewer): Statement =>
  only === null ? empty : statement`and r.started_through = ${through}`;
