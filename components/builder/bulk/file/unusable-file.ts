/** A file that can't be used; the message says what to do. */
export class UnusableFile extends Error {}

/** Returns what a file has. Throws `UnusableFile`: browsers don't read one that was changed after it was chosen. */
export async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new UnusableFile(
      `“${file.name}” can't be read. It may have been changed, moved, or deleted after it was chosen. Choose it again.`,
      { cause },
    );
  }
}
