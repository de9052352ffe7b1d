const BYTES = 16;

/** A random id that nobody guesses or makes twice. `crypto.randomUUID` is missing on pages without TLS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
