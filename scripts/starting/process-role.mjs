import { StartError } from './start-error.mjs';

/** The roles that one process of several may have, by the word after `npm start --`. */
const roles = ['web', 'worker', 'migrate'];

/**
 * Reads the role from the arguments of a start; undefined for everything in one.
 *
 * @param {readonly string[]} args
 * @throws StartError for any other word
 */
export function wantedRole(args) {
  const [role, ...rest] = args;
  if (role === undefined) return undefined;
  if (roles.includes(role) && rest.length === 0) return role;
  if (role === 'migrate' && rest.length === 1 && rest[0] === '--plan') return 'plan';
  if (role === 'migrate' && rest.length === 1 && rest[0] === '--wide') return 'wide';
  throw new StartError(
    `"${args.join(' ')}" is not something that Pushboard can be started as. Use one of:
  npm start              everything in one: the schema, web, and a worker
  npm start -- web       a web process
  npm start -- worker    a worker
  npm start -- migrate   brings the schema up to date, and ends
  npm start -- migrate --plan   says what that would do, and changes nothing
  npm start -- migrate --wide   does it, and gives ids 64 bits, while Pushboard is stopped`,
  );
}

/** @throws StartError unless processes of several machines could share what this one would use */
export function checkRole(role) {
  if (process.env.DATABASE_URL?.trim()) return;
  throw new StartError(
    `A ${['migrate', 'plan', 'wide'].includes(role) ? 'migration' : `${role} process`} alone needs a database that it shares with the others. Set DATABASE_URL, or start everything in one: npm start`,
  );
}
