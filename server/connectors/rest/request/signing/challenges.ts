/** One way to sign in that a server offers, such as `Digest realm="x", nonce="y"`. */
export interface Challenge {
  /** In lower case. */
  scheme: string;
  /** Names in lower case. */
  parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const part = new RegExp(
  `\\s*(?:(?<name>${token})\\s*=\\s*(?:"(?<quoted>(?:[^"\\\\]|\\\\.)*)"|(?<plain>${token}))|(?<scheme>${token})(?:\\s+(?<whole>[A-Za-z0-9\\-._~+/]+=*)(?=\\s*(?:,|$)))?)\\s*(?:,\\s*|(?=\\s)|$)`,
  'sy',
);

/** Reads the values of `WWW-Authenticate` (RFC 9110 §11.6.1): several challenges may be in one header. */
export function challengesIn(headers: readonly string[]): Challenge[] {
  return headers.flatMap(challengesOf);
}

function challengesOf(header: string): Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < header.length) {
    const groups = part.exec(header)?.groups;
    if (groups === undefined) break;
    const { name, quoted, plain, scheme } = groups;
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    else
      challenges
        .at(-1)
        ?.parameters.set((name ?? '').toLowerCase(), quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '');
  }
  return challenges;
}
