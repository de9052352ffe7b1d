const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The bytes of a text without its byte order mark. Spreadsheets need it in a file; other programs that read the standard
 * output take it for a part of the first column's name.
 */
export async function* withoutMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start === null) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < MARK.length) continue;
    yield start.subarray(0, MARK.length).equals(MARK) ? start.subarray(MARK.length) : start;
    start = null;
  }
  if (start !== null && start.length > 0) yield start;
}
