const DEEPEST = 8;
const LONGEST_LINE = 2000;
const LEAST_SECRET = 3;

/** An error for people who may see details. */
export interface Trace {
  /** The error and its causes, one per line. */
  causes: string;
  /** Where each of them was thrown, in paths below the application's own folder; null if unknown. */
  places: string | null;
}

/** Describes an error without secrets. A secret that was encoded for an address is found, too. */
export function traceOf(error: unknown, secrets: readonly string[]): Trace {
  const chain = causesOf(error);
  const causes = chain.map((each) => lineOf(each)).join('\n');
  const places = chain
    .flatMap((each) => (each instanceof Error ? framesOf(each) : []))
    .join('\n')
    .replaceAll(`${process.cwd()}/`, '');
  return {
    causes: withoutSecrets(causes, secrets),
    places: places === '' ? null : withoutSecrets(places, secrets),
  };
}

/** A text in which every secret is replaced. What is as short as a word would be found everywhere. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets
    .filter((secret) => secret.length >= LEAST_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length);
  return spellings.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}

/** An error and what caused it, the outermost first. Of several causes, all are listed. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let each = error; each !== undefined && each !== null && chain.length < DEEPEST; ) {
    if (chain.includes(each)) break;
    chain.push(each);
    if (each instanceof AggregateError) chain.push(...each.errors.slice(0, DEEPEST - chain.length));
    each = each instanceof Error ? each.cause : undefined;
  }
  return chain;
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, LONGEST_LINE);
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.name}${code}: ${error.message}`.slice(0, LONGEST_LINE);
}

const framesOf = ({ name, stack = '' }: Error): string[] => {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.length === 0 ? [] : [name, ...frames];
};
