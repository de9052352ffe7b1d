import statement from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import { clock } from '@/server/base/clock';
import { column, execute, query } from '@/server/base/database/statements';
import { open } from '@/server/base/secrets/seal';
import { absolute } from '@/server/messages/links';
import { deliver } from '@/server/messages/transport';
import { LINK_MINUTES, sealPurpose } from '@/server/people/sign-in/email-links/request-link';

/** Sends the message with a link. Throws the mail server's error, and the queue tries again while the link works. */
export async function sendSignInLink(linkId: number): Promise<void> {
  const [link] = await query(
    { email: column.text, sealed_token: column.bytes, created_at: column.time },
    statement`select email, sealed_token, created_at from sign_in_link
      where link_id = ${linkId} and sealed_token is not null and expires_at > ${clock.now()}`,
  );
  if (link === undefined) return;
  const token = open(link.sealed_token, sealPurpose(linkId));
  await deliver({
    mailId: `sign-in-${linkId}`,
    createdAt: link.created_at,
    to: [{ name: '', address: link.email }],
    subject: 'Sign in to Pushboard',
    isAutomatic: true,
    content: {
      paragraphs: ['Open this link in the browser where you asked for it, then press Sign in.'],
      note: null,
      // The token follows a #, so that only the page reads it, when a person presses the button.
      link: { label: 'Sign in to Pushboard', url: absolute(`${paths.signInLink}#${token}`) },
      closing: `The link works once, for ${LINK_MINUTES} minutes. If you did not ask for it, you can ignore this message: it works in no other browser.`,
      replyTo: null,
    },
  });
  await execute(statement`update sign_in_link set sealed_token = null where link_id = ${linkId}`);
}
