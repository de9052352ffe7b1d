import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { withoutMark } from './without-mark';

async function textOf(...chunks: Buffer[]): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of withoutMark(Readable.from(chunks))) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

test.each([
  ['that begins with it', [Buffer.from('\ufeffid,total\n'), Buffer.from('1,2\n')], 'id,total\n1,2\n'],
  ['in which it comes in pieces', [Buffer.from([0xef]), Buffer.from([0xbb, 0xbf, 0x69])], 'i'],
  ['without it', [Buffer.from('id\n'), Buffer.from('1\n')], 'id\n1\n'],
  ['that is shorter than it', [Buffer.from('i')], 'i'],
  ['without a byte', [], ''],
])('a text %s is written without a byte order mark', async (_, chunks, text) => {
  expect(await textOf(...chunks)).toBe(text);
});
