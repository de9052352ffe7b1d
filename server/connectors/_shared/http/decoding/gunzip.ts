import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib';
import { ByteSource } from './byte-source';

/** The data isn't gzip, or is damaged. */
export class NotGzip extends Error {}

/** The header's flags (RFC 1952 §2.3.1). */
const headerFlag = { checksum: 2, extra: 4, name: 8, comment: 16 };
const deflateMethod = 8;
/** Tools that compress in blocks write a member for each 64 kB; each costs time of its own. */
const mostMembers = 10_000;

/**
 * Decompresses gzip (RFC 1952), member by member. What follows the last member is ignored, as browsers do; zlib itself
 * would refuse all of it. Throws `NotGzip`, `EndedEarly`, or zlib's error.
 */
export async function* gunzipped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new ByteSource(source);
  try {
    if ((await input.peek(1)).length === 0) return;
    if (!(await beginsMember(input))) throw new NotGzip('It has no gzip header');
    for (let members = 1; ; members += 1) {
      yield* member(input);
      if (!(await beginsMember(input))) return;
      if (members === mostMembers) throw new NotGzip(`It has more than ${mostMembers} parts`);
    }
  } finally {
    input.close();
  }
}

async function beginsMember(input: ByteSource): Promise<boolean> {
  const front = await input.peek(3);
  return front[0] === 0x1f && front[1] === 0x8b && front[2] === deflateMethod;
}

async function* member(input: ByteSource): AsyncGenerator<Buffer> {
  await skipHeader(input);
  let checksum = 0;
  let sizeBytes = 0;
  for await (const chunk of inflated(input)) {
    checksum = crc32(chunk, checksum);
    sizeBytes = (sizeBytes + chunk.length) % 2 ** 32;
    yield chunk;
  }
  const trailer = await input.take(8);
  if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== sizeBytes) {
    throw new NotGzip('Its checksum differs');
  }
}

async function skipHeader(input: ByteSource): Promise<void> {
  const flags = (await input.take(10))[3] ?? 0;
  if (flags & headerFlag.extra) await input.take((await input.take(2)).readUInt16LE());
  if (flags & headerFlag.name) await input.skipThrough(0);
  if (flags & headerFlag.comment) await input.skipThrough(0);
  if (flags & headerFlag.checksum) await input.take(2);
}

/** The data of a member. Afterward the input is at the first byte behind it. */
async function* inflated(input: ByteSource): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  const feeding = feed(input, inflate).catch((error: Error) => void inflate.destroy(error));
  try {
    yield* inflate;
  } finally {
    inflate.destroy();
    await feeding;
  }
}

/** Writes one chunk at a time. If the member needs only a part of one, the rest is unread. */
async function feed(input: ByteSource, inflate: InflateRaw): Promise<void> {
  const over = new Promise<void>((resolve) => {
    inflate.once('end', resolve).once('close', resolve);
  });
  for (;;) {
    const chunk = await input.chunk();
    if (chunk === null) return void inflate.end();
    const before = inflate.bytesWritten;
    await Promise.race([new Promise<void>((resolve) => inflate.write(chunk, () => resolve())), over]);
    const usedBytes = inflate.bytesWritten - before;
    if (usedBytes < chunk.length || inflate.destroyed) return input.unread(chunk.subarray(usedBytes));
  }
}
