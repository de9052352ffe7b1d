import { isLookAlike } from '@/server/base/env-issuers';
import { oneLine } from '@/server/messages/content';

/** An issuer as the operator configured it, and where. */
export interface ConfiguredIssuer {
  url: string;
  /** The variable, or variables, that it comes from. */
  variable: string;
}

/** Who named the other issuer: the provider's discovery document, its ID token, or its response in the browser. */
type NamedIn = 'document' | 'token' | 'response';

const NAMED_IN: Record<NamedIn, string> = {
  document: 'the discovery document',
  token: 'the ID token',
  response: 'the response',
};

const LONGEST_SHOWN = 200;

/** What a provider wrote where a name belongs, without what hides or turns characters; null for nothing. */
const shown = (value: unknown): string | null =>
  (typeof value === 'string' && oneLine(value.replace(/\p{C}+/gu, ' '), LONGEST_SHOWN)) || null;

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
   * @param subject the person whom its token names, for whom nobody has vouched
   */
  constructor(
    private readonly configured: ConfiguredIssuer,
    private readonly namedIn: NamedIn,
    claimed: unknown,
    subject: unknown = null,
  ) {
    const { url, variable } = configured;
    const name = shown(claimed);
    // Never a wholly different one: the people who wrote the document may want to be it.
    const hint =
      name !== null && isLookAlike(name, url)
        ? ` If this is your provider, change ${variable} so that the issuer reads exactly ${name}`
        : '';
    super(
      `Pushboard is set up for ${url} (${variable}), but ${NAMED_IN[namedIn]} names ${name ?? 'no issuer'}. Both must be equal, letter for letter.${hint}`,
    );
    this.claimed = name;
    this.subject = shown(subject);
  }

  /** What the person who tried is shown. */
  get publicMessage(): string {
    const { url, variable } = this.configured;
    const says = this.claimed === null ? 'does not name its issuer' : `calls itself ${this.claimed}`;
    return `You were not signed in: the sign-in service ${says}, but Pushboard is set up for ${url}. Ask the people who run Pushboard to check ${variable}.`;
  }

  /** What the audit log keeps. */
  get audited() {
    const { namedIn, claimed, subject, configured } = this;
    return {
      configured: configured.url,
      claimed,
      named_in: namedIn,
      ...(subject === null ? {} : { subject }),
    };
  }
}
