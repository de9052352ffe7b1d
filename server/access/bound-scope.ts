import { Sql as Statement } from 'sql-template-tag';
import * as scope from '@/server/access/scope';

/** Puts parts of a statement, such as a bound value, where a text has its expressions. */
function bound(text: (...expressions: string[]) => string, ...parts: Statement[]): Statement {
  const pieces = text(...parts.map((_, index) => `\0${index}\0`)).split('\0');
  return new Statement(
    pieces.filter((_, index) => index % 2 === 0),
    pieces.filter((_, index) => index % 2 === 1).map((index) => parts[Number(index)]),
  );
}

export const commandMembership = (person: Statement) => bound(scope.commandMembership, person);
export const commandGrants = (person: Statement) => bound(scope.commandGrants, person);
export const commandAccess = (person: Statement) => bound(scope.commandAccess, person);
export const commandRoles = (person: Statement, org: Statement) => bound(scope.commandRoles, person, org);
export const accessibleCommands = (person: Statement, org: Statement) =>
  bound(scope.accessibleCommands, person, org);
export const folderMembership = (person: Statement) => bound(scope.folderMembership, person);
export const folderGrants = (person: Statement) => bound(scope.folderGrants, person);
export const folderAccess = (person: Statement) => bound(scope.folderAccess, person);
