import type { Issuer } from '@/server/base/env-issuers';
import { isLookAlike } from '@/server/base/env-issuers';
import { oneLine } from '@/server/messages/content';

/** Who named the other issuer: the provider's discovery document, its ID token, or its response in the browser. */
export type NamedIn = 'document' | 'token' | 'response';

const LONGEST_SHOWN = 300;

const NAMED_IN: Record<NamedIn, string> = {
  document: 'its discovery document',
  token: 'its ID token',
  response: 'its response',
};

/** What a provider wrote where its issuer belongs, as it may be shown; null for nothing. */
const shown = (value: unknown): string | null =>
  (typeof value === 'string' && oneLine(value, LONGEST_SHOWN)) || null;

/**
 * A provider that calls itself something other than the issuer that was configured. Only the configured issuer vouches
 * for people, so nobody is signed in. The message is for the log.
 */
export class OtherIssuer extends Error {
  override readonly name = 'OtherIssuer';
  private readonly claimed: string | null;
  private readonly subject: string | null;

  /**
   * @param claimed the issuer that the provider named
   * @param subject the person whom its token names, which nobody has vouched for
   */
  constructor(
    private readonly issuer: Issuer,
    private readonly namedIn: NamedIn,
    claimed: unknown,
    subject: unknown = null,
  ) {
    const name = shown(claimed);
    const mayBeMeant = namedIn === 'document' && name !== null && isLookAlike(name, issuer.url);
    super(
      `${variableOf(issuer)} is ${issuer.url}, but ${NAMED_IN[namedIn]} names ${name ?? 'no issuer'}. Both must be equal, letter for letter.${
        mayBeMeant ? ` Set ${variableOf(issuer)}=${name}` : ''
      }`,
    );
    this.claimed = name;
    this.subject = shown(subject);
  }

  /** What the person who tried is shown. */
  get publicMessage(): string {
    const says = this.claimed === null ? 'does not name its issuer' : `calls itself ${this.claimed}`;
    return `You were not signed in: the sign-in service ${says}, but Pushboard is set up for ${this.issuer.url}. Ask your administrator to check ${variableOf(this.issuer)}.`;
  }

  /** What the audit log keeps. */
  get audited() {
    const { namedIn, claimed, subject, issuer } = this;
    return { configured: issuer.url, claimed, named_in: namedIn, ...(subject === null ? {} : { subject }) };
  }
}

const variableOf = ({ id }: Issuer): string => `OIDC_${id.toUpperCase()}_ISSUER`;
