import { unzipSync } from 'fflate';
import { fileNameIn, shownName } from './file-names';
import { UnreadableDocument } from './unreadable-document';

/** How much the files of a description may become: as much as a description in one file. */
export interface FileLimits {
  mostFiles: number;
  mostBytes: number;
}

const usual: FileLimits = { mostFiles: 10_000, mostBytes: 50_000_000 };

/** Whether bytes begin as a zip file does: with a file, or with its end if it is empty. */
export function isZip(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  return start === 'PK\x03\x04' || start === 'PK\x05\x06';
}

/**
 * The JSON and YAML files of a zip file by their names, with `/` between folders; files of tools and systems are left
 * out. Nothing is written to a disk. Throws `UnreadableDocument` if they are too many or too large, for a name that leads
 * out of the zip file or that two files have, and for anything that isn't a readable zip file.
 */
export function unzipFiles(zip: Uint8Array, limits: FileLimits = usual): Map<string, Uint8Array> {
  if (needsPassword(zip)) throw new UnreadableDocument('The zip file has a password. Upload one without.');
  const written = new Map<string, string>();
  let files = 0;
  let bytes = 0;
  const contents = unzip(zip, (entry, size) => {
    files += 1;
    const name = fileNameIn(entry);
    const isKept = isDescriptionFile(name) && !entry.endsWith('/');
    if (isKept) bytes += size;
    if (files > limits.mostFiles || bytes > limits.mostBytes) throw tooLarge(limits);
    if (isKept && written.has(name)) {
      throw new UnreadableDocument(`The zip file has two files named ${shownName(name)}.`);
    }
    if (isKept) written.set(name, entry);
    return isKept;
  });
  return new Map([...written].flatMap(([name, entry]) => (contents[entry] ? [[name, contents[entry]]] : [])));
}

/** Whether a file can be part of a description: hidden ones and those of packages aren't. */
const isDescriptionFile = (name: string): boolean =>
  /\.(json|ya?ml)$/i.test(name) && !/(^|\/)(\.|node_modules\/|__MACOSX\/)/.test(name);

function unzip(
  zip: Uint8Array,
  isWanted: (name: string, size: number) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(zip, {
      // A file takes what its entry claims, and longer content is cut there. One that isn't compressed takes what it has.
      filter: ({ name, size, originalSize }) => isWanted(name, Math.max(size, originalSize)),
    });
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument("The zip file is damaged, or made in a way that can't be read.");
  }
}

/** By the first file: programs encrypt all files or none. */
const needsPassword = (zip: Uint8Array): boolean => ((zip[6] ?? 0) & 1) === 1 && zip[2] === 3;

const tooLarge = ({ mostFiles, mostBytes }: FileLimits): UnreadableDocument =>
  new UnreadableDocument(
    `The zip file has more than ${mostFiles.toLocaleString('en')} files or ${mostBytes / 1_000_000} MB when unpacked, so it was not read.`,
  );
