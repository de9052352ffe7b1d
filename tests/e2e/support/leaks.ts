import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The forms in which a secret can leak: plain, and as URLs, JSON, base64 (at each offset), and hex hold it. */
export function disguises(secret: string): Map<string, Buffer> {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // The first and last characters depend on the neighboring bytes.
    return [`base64, offset ${offset}`, shifted.slice(offset === 0 ? 0 : 4, -4)] as const;
  });
  const texts: [string, string][] = [
    ['raw', secret],
    ['URL', encodeURIComponent(secret)],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['hex', bytes.toString('hex')],
    ...base64.map(([name, text]): [string, string] => [name, text]),
  ];
  return new Map(texts.map(([name, text]) => [name, Buffer.from(text)]));
}

/** Reads what a running server may delete at any moment; undefined if it did. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Finds a secret in any form: `file: form`. */
export function leaks(folder: string, secret: string): string[] {
  const found: string[] = [];
  const looked = disguises(secret);
  for (const path of filesBelow(folder)) {
    const content = unlessGone(() => readFileSync(path));
    for (const [name, bytes] of looked) if (content?.includes(bytes)) found.push(`${path}: ${name}`);
  }
  return found;
}
