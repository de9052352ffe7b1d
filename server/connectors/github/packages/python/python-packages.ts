import { parse } from 'smol-toml';
import { z } from 'zod';
import { foldersAbove, inFolder, readRepositoryFile } from '../repository-files';
import type { WantedPackages } from '../wanted';
import { isByName, readRequirements } from './requirements';

const project = z.object({ project: z.object({ dependencies: z.array(z.string()) }) });
const script = z.object({ dependencies: z.array(z.string()) });
const lock = z.object({
  package: z.array(
    z.object({
      name: z.string(),
      version: z.string().optional(),
      source: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/**
 * The packages of a Python script: those in its own header, or those of the nearest `pyproject.toml` with `uv.lock`,
 * `requirements.txt`, or `pyproject.toml` above it. Null if none of them names any.
 */
export async function pythonPackages(checkout: string, path: string): Promise<WantedPackages | null> {
  const read = (file: string) => readRepositoryFile(checkout, file);
  const own = headerOf((await read(path)) ?? '');
  if (own !== null) return listed(`the header of ${path}`, own);
  for (const folder of foldersAbove(path)) {
    const settings = inFolder(folder, 'pyproject.toml');
    const declared = tomlOf(project, await read(settings))?.project.dependencies ?? null;
    const locked = tomlOf(lock, await read(inFolder(folder, 'uv.lock')));
    if (declared !== null && locked !== null)
      return { ...listed(inFolder(folder, 'uv.lock'), declared), constraints: versionsOf(locked) };
    const requirements = inFolder(folder, 'requirements.txt');
    if ((await read(requirements)) !== null) return someOf(await readRequirements(requirements, read));
    if (declared !== null) return listed(settings, declared);
  }
  return null;
}

const someOf = (wanted: WantedPackages): WantedPackages | null =>
  wanted.packages.length + wanted.leftOut.length === 0 ? null : wanted;

function listed(from: string, requirements: readonly string[]): WantedPackages {
  return {
    from,
    packages: requirements.filter(isByName),
    constraints: [],
    leftOut: requirements
      .filter((each) => !isByName(each))
      .map((each) => `${each} of ${from} (only packages by name are installed)`),
  };
}

/** The block of a script that names what it needs: https://packaging.python.org/specifications/inline-script-metadata/ */
function headerOf(text: string): string[] | null {
  const [, block] = /^# \/\/\/ script[ \t]*\r?\n((?:#(?: .*)?\r?\n)+?)# \/\/\/[ \t]*$/m.exec(text) ?? [];
  if (block === undefined) return null;
  return tomlOf(script, block.replaceAll(/^# ?/gm, ''))?.dependencies ?? null;
}

/** Packages of the index, with the versions that were locked. */
const versionsOf = ({ package: packages }: z.output<typeof lock>): string[] =>
  packages.flatMap(({ name, version, source = {} }) => {
    const requirement = `${name}==${version}`;
    return version !== undefined && 'registry' in source && isByName(requirement) ? [requirement] : [];
  });

function tomlOf<T>(schema: z.ZodType<T>, text: string | null): T | null {
  if (text === null) return null;
  try {
    return schema.safeParse(parse(text)).data ?? null;
  } catch {
    // Not TOML; the installer of the repository's own developers says so to them.
    return null;
  }
}
