/** Everything but RFC 3986's unreserved characters as `%XX` of its UTF-8. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * RFC 6570's reserved expansion: reserved characters and `%XX` pass. Of the reserved ones, those that would
 * end the query or divide it are encoded all the same.
 */
export function percentEncodeReserved(text: string): string {
  return text.replace(/%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?@!$'()*,;]|./gsu, (piece) =>
    /^(%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?@!$'()*,;])$/.test(piece) ? piece : percentEncode(piece),
  );
}

/** As a form of a page is sent (application/x-www-form-urlencoded): a space is a plus. */
export function formEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
