import { unzipSync } from 'fflate';
import { z } from 'zod';
import { ConnectorError } from '../../_shared/connector-error';

/** How much an artifact may become. It comes from a workflow that anyone with write access to the repository can change. */
export interface ArtifactLimits {
  mostFiles: number;
  /** A larger file is left out. */
  largestFileBytes: number;
  mostBytes: number;
}

const usual: ArtifactLimits = { mostFiles: 20_000, largestFileBytes: 50_000_000, mostBytes: 200_000_000 };

/**
 * The files of an artifact, by their names in it. Nothing is written to a disk, so that a name is a name, wherever it
 * seems to lead. Throws if they are too many or too large, and for anything that isn't a zip file.
 */
export function unpackArtifact(zip: Uint8Array, limits: ArtifactLimits = usual): Map<string, Buffer> {
  let bytes = 0;
  let files = 0;
  try {
    const unpacked = unzipSync(zip, {
      // What a file takes is what its entry claims: longer content is cut there.
      filter: ({ originalSize }) => {
        files += 1;
        const isKept = originalSize <= limits.largestFileBytes;
        if (isKept) bytes += originalSize;
        if (files > limits.mostFiles || bytes > limits.mostBytes) throw tooLarge(limits);
        return isKept;
      },
    });
    return new Map(Object.entries(unpacked).map(([name, content]) => [name, Buffer.from(content)]));
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw damaged(error);
  }
}

const ended = z.object({ exit_code: z.int() });

/** How a script ended, by the file that our workflow leaves. Throws for any other file of that name. */
export function exitCodeIn(file: Buffer): number {
  try {
    return ended.parse(JSON.parse(file.toString('utf8'))).exit_code;
  } catch (error) {
    throw damaged(error);
  }
}

const damaged = (cause: unknown): ConnectorError =>
  new ConnectorError(
    'failed',
    'The artifact of the run in GitHub is damaged, so its result could not be read. Check what the script did before you run it again.',
    null,
    {
      cause,
    },
  );

const tooLarge = ({ mostFiles, mostBytes }: ArtifactLimits): ConnectorError =>
  new ConnectorError(
    'failed',
    `The artifact of the run in GitHub has more than ${mostFiles.toLocaleString('en')} files or ${mostBytes / 1_000_000} MB, so it was not read.`,
  );
