import statement from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import { recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { hashOfToken, ids } from '@/server/base/ids';
import { absolute } from '@/server/messages/links';
import { LINK_MINUTES } from '@/server/people/sign-in/email-links/request-link';
import { checkAddress, OPERATOR, requirePersonWith } from '@/server/people/sign-in/operator/person';

/**
 * Makes a link that signs a person in once, however people sign in here otherwise: the way back in for an operator whose
 * provider is down or wrongly set up.
 *
 * @returns lines to print
 */
export async function makeOperatorLink(address: string): Promise<string[]> {
  const email = checkAddress(address);
  if (env().authMode === 'demo') {
    throw new AppError('conflict', 'In demo mode, anyone may sign in as anyone. No link is needed.');
  }
  const token = ids.token();
  await transaction(async (tx) => {
    const userId = await requirePersonWith(tx, email);
    const now = clock.now();
    await execute(
      statement`insert into sign_in_link (token_hash, email, user_id, created_at, expires_at)
        values (${hashOfToken(token)}, ${email}, ${userId}, ${now},
          ${new Date(now.getTime() + LINK_MINUTES * 60_000)})`,
      tx,
    );
    await recordAudit(tx, OPERATOR, {
      orgId: null,
      action: 'person.sign_in_link',
      subjectType: 'session',
      subjectId: userId,
    });
  });
  return [
    `This link signs in ${email} once, within ${LINK_MINUTES} minutes. Do not pass it on:`,
    absolute(`${paths.signInLink}#${token}`),
  ];
}
