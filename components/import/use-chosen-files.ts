import { useState } from 'react';
import { droppedFiles, filesOfFolder, type PlacedFile, packed, rootAmong } from './chosen-files';

/** What a file is packed under: `openapi.yaml` becomes `openapi.zip`. */
const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '');

/**
 * The files to upload. A folder becomes one zip file as soon as it is chosen. Several files are one description if they
 * look like one, or if a person says so.
 */
export function useChosenFiles(takesFolders: boolean) {
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  /** Null where the question doesn't come up. */
  const [together, setTogether] = useState<boolean | null>(null);

  const choose = async (chosen: File[]): Promise<void> => {
    setFiles(chosen);
    setProblem(null);
    const areSeveral = takesFolders && chosen.length > 1 && !chosen.some(({ name }) => /\.zip$/i.test(name));
    setTogether(areSeveral ? (await rootAmong(chosen)) !== null : null);
  };

  const pack = async (name: string, placed: readonly PlacedFile[]): Promise<File[]> => {
    if (placed.length > 0) return [await packed(name, placed)];
    setProblem(`The folder “${name}” has no JSON or YAML files.`);
    return [];
  };

  /** A folder may go away while it is read. */
  const orRefuse = async (work: Promise<void>): Promise<void> => {
    setReading(true);
    try {
      await work;
    } catch {
      setProblem('The folder could not be read. Choose it again, or choose a zip file of it.');
    } finally {
      setReading(false);
    }
  };

  const chooseFolder = async (chosen: File[]): Promise<void> => {
    const [first] = chosen;
    if (first === undefined) return;
    const [name = first.name] = first.webkitRelativePath.split('/').filter((part) => part !== '');
    const zips = await pack(name, filesOfFolder(chosen));
    if (zips.length > 0) await choose(zips);
  };

  const drop = async (transfer: DataTransfer): Promise<void> => {
    const dropped = await droppedFiles(transfer);
    const ofFolders = await Promise.all(
      dropped.folders.map(({ name, files: placed }) =>
        takesFolders ? pack(name, placed) : placed.map(({ file }) => file),
      ),
    );
    const all = [...dropped.files, ...ofFolders.flat()];
    if (all.length > 0) await choose(all);
  };

  return {
    files,
    isReading,
    problem,
    together,
    refuse: setProblem,
    setTogether,
    choose,
    chooseFolder: (chosen: File[]) => orRefuse(chooseFolder(chosen)),
    drop: (transfer: DataTransfer) => orRefuse(drop(transfer)),
    /** What is uploaded: the files, or one zip file of them. */
    filesToSend: async (): Promise<File[]> => {
      if (together !== true) return files;
      const name = withoutEnding((await rootAmong(files))?.name ?? files[0]?.name ?? 'description');
      return [
        await packed(
          name,
          files.map((file) => ({ path: file.name, file })),
        ),
      ];
    },
  };
}
