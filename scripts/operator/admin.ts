import { parseArgs } from 'node:util';
import { findDatabase } from '@/scripts/operator/running-database';
import { serverEvents } from '@/server/audit/server-events';
import { pool } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';
import { releaseCopy } from '@/server/base/installation/held';
import { rebuildFigures } from '@/server/insight/rollup/rebuild-figures';
import { forgetIssuer, forgetPerson } from '@/server/people/sign-in/operator/forget';
import { makeAdmin } from '@/server/people/sign-in/operator/make-admin';
import { makeOperatorLink } from '@/server/people/sign-in/operator/make-link';
import { listTokensOf, revokeTokensOf } from '@/server/people/sign-in/operator/person-tokens';
import { adoptFolder } from '@/server/results/stored/own-folder';
import { rotateReceiptKey } from '@/server/runs/receipts/receipt-keys';

const USAGE = `Usage:
  npm run admin -- add ADDRESS [--org NAME]   make the person with this address an admin of the only organization, or of the one named; creates the first one
  npm run admin -- add ADDRESS --new-org NAME create another organization, and make the person its admin
  npm run admin -- sign-in ADDRESS            print a link that signs this person in once, within ten minutes
  npm run admin -- forget ADDRESS             end the person's sessions, tokens, and connected programs; their next sign-in with this address counts as their first
  npm run admin -- forget-issuer ISSUER       end the sessions of everyone who signs in through a provider that you have replaced; their next sign-in counts as their first, and their tokens keep working
  npm run admin -- tokens ADDRESS             list the person's tokens and connected programs
  npm run admin -- revoke-tokens ADDRESS      end all of them, for a token that leaked
  npm run admin -- events [--days 7] [--json] print who signed in and out, tokens that were made and revoked, and what the operator did; 30 days without --days
  npm run admin -- rotate-receipt-key         sign receipts with a new key from now on; older receipts can still be checked
  npm run admin -- release                    let a restored copy start runs and send messages
  npm run admin -- adopt-results              keep results in the folder that this machine sees
  npm run admin -- rollup --rebuild           count all runs again for the figures of Analytics`;

/**
 * Runs one of the operator's commands and prints what it did.
 * @returns whether it succeeded
 */
export async function admin(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      org: { type: 'string' },
      'new-org': { type: 'string' },
      rebuild: { type: 'boolean' },
      days: { type: 'string' },
      json: { type: 'boolean' },
    },
    allowPositionals: true,
    strict: false,
  });
  const [command, subject, ...rest] = positionals;
  const { org, 'new-org': newOrg, rebuild, days, json } = values;
  const isNew = typeof newOrg === 'string';
  const orgName = isNew ? newOrg : typeof org === 'string' ? org : null;
  const work =
    command === 'events'
      ? eventsOf(subject, days, json === true)
      : rebuild === true
        ? rebuildOf(command, subject)
        : commandOf(command, subject, orgName, isNew);
  if (work === null || rest.length > 0 || (isNew && org !== undefined)) {
    console.error(USAGE);
    return false;
  }
  if (!(await findDatabase())) return false;
  try {
    for await (const line of await work()) console.log(line);
    return true;
  } catch (error) {
    if (isUnprepared(error)) console.error('The database is still empty. Start Pushboard, then try again.');
    else if (error instanceof AppError) console.error(error.message);
    else throw error;
    return false;
  } finally {
    await pool().end();
  }
}

/** Whether the database has no tables yet: its first start has not been, or has failed. */
function isUnprepared(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P01';
}

const rebuildOf = (command: string | undefined, subject: string | undefined) =>
  command === 'rollup' && subject === undefined ? rebuildFigures : null;

/** As far as the events go back unless the operator says otherwise. */
const USUAL_DAYS = '30';

function eventsOf(subject: string | undefined, days: unknown = USUAL_DAYS, isJson: boolean) {
  if (subject !== undefined || typeof days !== 'string' || !/^[1-9]\d{0,3}$/.test(days)) return null;
  return () => serverEvents(Number(days), isJson);
}

function commandOf(
  command: string | undefined,
  subject: string | undefined,
  orgName: string | null,
  isNew: boolean,
): (() => Promise<string[]>) | null {
  if (command === 'adopt-results') return subject === undefined ? adoptFolder : null;
  if (command === 'release') return subject === undefined ? releaseCopy : null;
  if (command === 'rotate-receipt-key') return subject === undefined ? rotateReceiptKey : null;
  if (subject === undefined) return null;
  switch (command) {
    case 'add':
      return () => makeAdmin(subject, orgName, isNew);
    case 'sign-in':
      return () => makeOperatorLink(subject);
    case 'forget':
      return () => forgetPerson(subject);
    case 'forget-issuer':
      return () => forgetIssuer(subject);
    case 'tokens':
      return () => listTokensOf(subject);
    case 'revoke-tokens':
      return () => revokeTokensOf(subject);
    default:
      return null;
  }
}
