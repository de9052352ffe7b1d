const LINE_END = 0x0a;

/** The bytes of a text with a line end after them, as terminals and line tools expect; none after an empty text. */
export async function* withLineEnd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: number | undefined;
  for await (const chunk of chunks) {
    last = chunk.at(-1) ?? last;
    yield chunk;
  }
  if (last !== undefined && last !== LINE_END) yield Buffer.from([LINE_END]);
}
