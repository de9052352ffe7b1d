import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { narrowing, throughText } from '@/lib/access/through';
import type { Actor, ChosenCommands } from '@/lib/access/vocabulary';
import { type BoundStatement, builtOnce, type Mark } from '@/server/base/database/statements';

/** Whose access is checked, and what limits it. */
export interface Viewer {
  /** The person's id in SQL; a null if signed out. */
  person: Statement;
  /** The only commands they may reach; null if there is no limit. */
  only: ChosenCommands | null;
  /** The organizations that are closed to the way they came. */
  closedOrgIds: readonly string[];
  /** How they authenticated, as runs record it. */
  through: string | null;
}

/** The person who makes a request, and how they authenticated. */
export function viewerOf(actor: Actor): Viewer {
  if (actor.kind === 'signedOut') return anyone(statement`${null}::text`);
  const { only } = narrowing(actor);
  const closedOrgIds = (actor.closedOrgs ?? []).map(({ orgId }) => orgId);
  return { person: statement`${actor.userId}`, only, closedOrgIds, through: throughText(actor.through) };
}

/**
 * A person, however they authenticate: for questions about what they have, not about what they do.
 *
 * @param person an SQL expression of the person's id, such as a bound value
 */
export const anyone = (person: Statement): Viewer => ({
  person,
  only: null,
  closedOrgIds: [],
  through: null,
});

/**
 * Returns a function that binds an actor and values to a statement about what they have. It is built once for all whom
 * nothing limits, who are nearly everyone, and each time for others.
 *
 * @param build writes the statement with marks in place of the values that change
 */
export function forActors<Given>(
  build: (viewer: Viewer, mark: Mark<Given>) => Statement,
): (actor: Actor, given: Given) => BoundStatement {
  const forEveryone = builtOnce<{ userId: string | null; given: Given }>((mark) =>
    build(anyone(statement`${mark(({ userId }) => userId)}::text`), (valueIn) =>
      mark(({ given }) => valueIn(given)),
    ),
  );
  return (actor, given) => {
    const viewer = viewerOf(actor);
    if (viewer.only !== null || viewer.closedOrgIds.length > 0) {
      return builtOnce<Given>((mark) => build(viewer, mark))(given);
    }
    return forEveryone({ userId: actor.kind === 'person' ? actor.userId : null, given });
  };
}

/** Whether the viewer may reach the command `c`; follows another condition. */
export const andChosenCommand = ({ only, closedOrgIds }: Viewer): Statement => statement`
  ${andOpen(statement`c.org_id`, closedOrgIds)} ${
    only === null
      ? empty
      : statement`and (c.command_id = any(${[...only.commandIds]}::int[])
        or c.folder_id = any(${[...only.folderIds]}::int[]))`
  }`;

const andOpen = (orgId: Statement, closedOrgIds: readonly string[]): Statement =>
  closedOrgIds.length === 0 ? empty : statement`and ${orgId} <> all(${[...closedOrgIds]})`;

/** The same of the folder `f`. */
export const andChosenFolder = ({ only, closedOrgIds }: Viewer): Statement => statement`
  ${andOpen(statement`f.org_id`, closedOrgIds)}
  ${only === null ? empty : statement`and f.folder_id = any(${[...only.folderIds]}::int[])`}`;

/** Whether the viewer may see the run `r` of a command that they have; follows another condition. */
export const andOwnRun = ({ only, through }: Viewer): Statement =>
  only === null ? empty : statement`and r.started_through = ${through}`;
