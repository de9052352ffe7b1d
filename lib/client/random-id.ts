const BYTES = 16;

/** A unique random id that can't be guessed. `crypto.randomUUID` is missing on pages without TLS. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
