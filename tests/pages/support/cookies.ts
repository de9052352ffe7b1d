/** Cookies that scripts can't read. */
const kept = new Map<string, string>();

/** Keeps the cookies of a response, as browsers do. */
export function keepCookies(headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', ...value] = pair.split('=');
    const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value.join('=') === '';
    if (isOver) kept.delete(name);
    else kept.set(name, value.join('='));
  }
}

/** The cookies that go with a request, those of scripts included. */
export function cookiesFor(): Map<string, string> {
  const all = new Map(kept);
  for (const pair of document.cookie.split('; ').filter(Boolean)) {
    const [name = '', ...value] = pair.split('=');
    all.set(name, value.join('='));
  }
  return all;
}

export function forgetCookies(): void {
  kept.clear();
}
