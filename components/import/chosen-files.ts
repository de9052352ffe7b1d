/** A file, and its path with the folders it was chosen or dropped with. */
export interface PlacedFile {
  path: string;
  file: File;
}

/** A folder may hold anything; more isn't a description. */
const mostFiles = 10_000;

/** Whether a file can be part of a description: hidden ones and those of packages aren't. */
const isDescriptionFile = (path: string): boolean =>
  /\.(json|ya?ml)$/i.test(path) && !/(^|\/)(\.|node_modules\/)/.test(path);

/** The JSON and YAML files among the files of a chosen folder. */
export function filesOfFolder(files: readonly File[]): PlacedFile[] {
  return files
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => isDescriptionFile(path))
    .slice(0, mostFiles);
}

export interface Dropped {
  files: File[];
  folders: { name: string; files: PlacedFile[] }[];
}

/** What was dropped. Call it while the event is handled: afterward, browsers no longer say what was dropped. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const folders = [...transfer.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry?.() ?? null;
    return entry !== null && isFolder(entry) ? [entry] : [];
  });
  const names = new Set(folders.map(({ name }) => name));
  const files = [...transfer.files].filter(({ name }) => !names.has(name));
  const read = folders.map(async (folder) => ({ name: folder.name, files: await filesWithin(folder) }));
  return { files, folders: await Promise.all(read) };
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function filesWithin(top: FileSystemDirectoryEntry): Promise<PlacedFile[]> {
  const found: PlacedFile[] = [];
  const left: FileSystemEntry[] = [top];
  for (let entry = left.pop(); entry !== undefined && found.length < mostFiles; entry = left.pop()) {
    const path = entry.fullPath.replace(/^\//, '');
    if (isFolder(entry) && isDescriptionFile(`${path}/x.json`)) left.push(...(await entriesOf(entry)));
    if (isFile(entry) && isDescriptionFile(path)) found.push({ path, file: await fileOf(entry) });
  }
  return found;
}

/** Browsers hand out a hundred entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Packs files into one zip file, which is how a description in several files is uploaded. */
export async function packed(name: string, files: readonly PlacedFile[]): Promise<File> {
  const { zipSync } = await import('fflate');
  const contents = await Promise.all(
    files.map(async ({ path, file }) => [path, new Uint8Array(await file.arrayBuffer())] as const),
  );
  const bytes = zipSync(Object.fromEntries(contents), { level: 1 });
  return new File([new Uint8Array(bytes)], `${name}.zip`, { type: 'application/zip' });
}

/** A description names its version near its beginning. */
const mostLookedAt = 200_000;

/**
 * The file that the others of a description stand next to: the only one that says it is a description. Null if none
 * does, or several do: then each may be a description of its own.
 */
export async function rootAmong(files: readonly File[]): Promise<File | null> {
  const texts = await Promise.all(files.map((file) => file.slice(0, mostLookedAt).text()));
  const roots = files.filter((_, at) =>
    /^["']?(openapi|swagger)["']?\s*:|^\s*\{?\s*"(openapi|swagger)"\s*:/m.test(texts[at] ?? ''),
  );
  const [root, ...others] = roots;
  return root === undefined || others.length > 0 ? null : root;
}
