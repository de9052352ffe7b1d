/** A parsed address with `{parameters}`. */
export interface RequestUrl {
  /** Scheme and host, e.g. `https://api.example.com`. */
  origin: string;
  /** With its `{names}`, beginning with a slash; empty for none. */
  path: string;
  pathNames: string[];
  /** Names of the query's parameters, with the fixed value if it isn't a `{name}`. */
  query: { name: string; example: string | null }[];
}

/** Parses an address with `{parameters}`; null if it can't be called. */
export function readRequestUrl(text: string): RequestUrl | null {
  const match = /^(https?:\/\/[^/?#{}\s\\@]+)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(text.trim());
  if (match?.[1] === undefined || !URL.canParse(match[1])) return null;
  const path = (match[2] ?? '').replace(/\/+$/, (slashes) => (match[2] === slashes ? '' : slashes));
  const pathNames = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const query = new Map<string, string | null>();
  for (const pair of (match[3] ?? '').split('&').filter((each) => each !== '')) {
    const at = pair.indexOf('=');
    const name = decoded(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decoded(pair.slice(at + 1));
    if (name !== '' && !query.has(name))
      query.set(name, value === '' || /^\{[^{}]*\}$/.test(value) ? null : value);
  }
  if (pathNames.includes('') || new Set(pathNames).size < pathNames.length) return null;
  return {
    origin: new URL(match[1]).origin,
    path,
    pathNames,
    query: [...query].map(([name, example]) => ({ name, example })),
  };
}

/** The path of an address below a base URL; null if it is elsewhere. */
export function pathBelow({ origin, path }: RequestUrl, baseUrl: string): string | null {
  if (!URL.canParse(baseUrl)) return null;
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  if (base.origin !== origin || !(path === prefix || path.startsWith(`${prefix}/`))) return null;
  return path.slice(prefix.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
