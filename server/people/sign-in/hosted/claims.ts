import { z } from 'zod';
import { plainName } from '@/lib/base/plain-names';
import { emailAddress } from '@/lib/wire/email-address';
import { clock } from '@/server/base/clock';
import type { Issuer } from '@/server/base/env-issuers';
import type { ProvenAddress } from '@/server/people/sign-in/admission';
import type { SignedIn } from '@/server/people/sign-in/begin-session';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';

const LONGEST_NAME = 100;
/** Clocks may differ by this much. */
const SKEW_SECONDS = 10;

/** Some providers write booleans as text or numbers. */
const yes = z.union([z.literal(true), z.literal('true'), z.literal(1), z.literal('1')]);
const optionalText = z.string().optional().catch(undefined);

const claimsShape = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  /** When the token was made, in seconds since 1970. */
  iat: z.number(),
  /** The provider's own session. */
  sid: z.string().min(1).max(500).optional().catch(undefined),
  name: optionalText,
  given_name: optionalText,
  family_name: optionalText,
  preferred_username: optionalText,
  email: emailAddress().max(254).optional().catch(undefined),
  email_verified: z.unknown().optional(),
  /** Microsoft Entra ID's word for a verified address. */
  xms_edov: z.unknown().optional(),
  /** When the provider wants our session to end, in seconds since 1970 (OpenID Connect Enterprise Extensions). */
  session_expiry: z.number().positive().optional().catch(undefined),
});

/**
 * Reads the verified claims of an issuer about a person, who is found by the issuer as it was configured. Throws if they
 * name nobody or were made later than now, and `OtherIssuer` if they are another's.
 */
export function readClaims(claims: unknown, issuer: Issuer): { signedIn: SignedIn; address: ProvenAddress } {
  const read = claimsShape.parse(claims);
  if (read.iss !== issuer.url) throw new OtherIssuer(issuer, 'token', read.iss, read.sub);
  // The library compares the other times, with the same tolerance.
  if (read.iat > clock.nowMs() / 1000 + SKEW_SECONDS) throw new Error('id_token issued in the future');
  const isVerified =
    issuer.trustsEmail || yes.safeParse(read.email_verified).success || yes.safeParse(read.xms_edov).success;
  const email = isVerified ? (read.email ?? null) : null;
  const name = saidName(read);
  return {
    signedIn: {
      issuer: issuer.url,
      subject: read.sub,
      name: name ?? otherName(read),
      namedByIssuer: name !== null,
      providerSession: read.sid ?? null,
      email,
      ...(read.session_expiry === undefined
        ? {}
        : { sessionExpiresAt: new Date(read.session_expiry * 1000) }),
    },
    address: { email, hasUnverifiedEmail: read.email !== undefined && email === null },
  };
}

type Claims = z.output<typeof claimsShape>;

/** What the provider calls the person; null if it says no name. */
function saidName({ name, given_name, family_name }: Claims): string | null {
  return firstName([name, [given_name, family_name].filter(Boolean).join(' ')]);
}

const otherName = ({ preferred_username, email }: Claims): string =>
  firstName([preferred_username, email?.split('@')[0]]) ?? 'New person';

function firstName(candidates: readonly (string | undefined)[]): string | null {
  return candidates.map((each) => plainName(each ?? '', LONGEST_NAME)).find((each) => each !== '') ?? null;
}
