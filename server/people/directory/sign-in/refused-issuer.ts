import type { AuditSource } from '@/server/access/audit';
import { AppError } from '@/server/base/errors';
import { log, logOnce } from '@/server/base/log';
import { auditRefusedSignIn } from '@/server/people/sign-in/hosted/outcome';
import type { OtherIssuer } from '@/server/people/sign-in/other-issuer';

/** Writes down that something else than the configured directory vouched for a person, and returns the refusal. */
export async function refusedIssuer(error: OtherIssuer, audit: AuditSource): Promise<AppError> {
  logOnce(log(), 'warn', error, {}, 'A sign-in of another issuer than the directory was refused');
  await auditRefusedSignIn(audit, 'directory', error);
  return new AppError('not_signed_in', error.publicMessage, { cause: error });
}
