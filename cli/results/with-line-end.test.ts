import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { withLineEnd } from './with-line-end';

async function textOf(...chunks: string[]): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of withLineEnd(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    parts.push(part);
  return Buffer.concat(parts).toString();
}

test.each([
  ['that ends in the middle of a line', ['{"a":', '1}'], '{"a":1}\n'],
  ['that ends with one', ['{}', '\n'], '{}\n'],
  ['whose last piece is empty', ['{}', ''], '{}\n'],
  ['without a byte', [], ''],
])('a text %s is written with a line end', async (_, chunks, text) => {
  expect(await textOf(...chunks)).toBe(text);
});
