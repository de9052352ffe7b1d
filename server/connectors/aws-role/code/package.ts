import { unzipSync } from 'fflate';

/** A handler's own source is far smaller; a bundle that is larger isn't read. */
const mostSourceBytes = 1_000_000;
/** Source compresses to a quarter or so. A file that claims much less is made to expand, and isn't read. */
const mostCompressedBytes = 500_000;
const leastRatio = 1 / 50;
const mostEntries = 50_000;

/** One source file of a deployment package. */
export interface SourceFile {
  path: string;
  text: string;
}

/**
 * Reads the first of these files that a deployment package has, and no other. Nothing is written or executed. Null if it
 * lacks them all, isn't a zip file, or the file is too large.
 */
export function readSource(zip: Uint8Array, paths: readonly string[]): SourceFile | null {
  let entries = 0;
  try {
    const files = unzipSync(zip, {
      filter: ({ name, size, originalSize }) => {
        entries += 1;
        if (entries > mostEntries) throw new Error('The package has too many files');
        return (
          paths.includes(name) &&
          originalSize <= mostSourceBytes &&
          size <= mostCompressedBytes + (size === originalSize ? mostSourceBytes : 0) &&
          size >= originalSize * leastRatio
        );
      },
    });
    const path = paths.find((each) => Object.hasOwn(files, each));
    const bytes = path === undefined ? undefined : files[path];
    return path === undefined || bytes === undefined ? null : { path, text: new TextDecoder().decode(bytes) };
  } catch {
    return null;
  }
}
