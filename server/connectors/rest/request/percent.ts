/** Encodes everything except RFC 3986's unreserved characters as `%XX` of its UTF-8. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * RFC 6570's reserved expansion: reserved characters and `%XX` pass through. Reserved characters that would end or split
 * the query are still encoded.
 */
export function percentEncodeReserved(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?@!$'()*,;]|./gsu, (piece) =>
    /^(%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?@!$'()*,;])$/.test(piece) ? piece : percentEncode(piece),
  );
}

/** Encodes like an HTML form (application/x-www-form-urlencoded): a space becomes a plus. */
export function formEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
