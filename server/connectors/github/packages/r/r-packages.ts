import { z } from 'zod';
import { jsonOrNull } from '@/lib/base/json';
import { foldersAbove, inFolder, readRepositoryFile } from '../repository-files';
import { mostPackages, type WantedPackages } from '../wanted';
import { recordsOf } from './records';

const lock = z.object({
  Packages: z.record(
    z.string(),
    z.object({ Package: z.string(), Version: z.string(), Source: z.string().optional() }),
  ),
});

/** A package, perhaps with its version: `jsonlite` or `jsonlite 1.8.8`. */
const byName = /^[A-Za-z][A-Za-z0-9.]*[A-Za-z0-9]( \d[\d.-]*)?$/;

/**
 * The packages of an R script: those of the nearest `renv.lock` above it with their versions, or those that the nearest
 * `DESCRIPTION` needs. Null if there is neither.
 */
export async function rPackages(checkout: string, path: string): Promise<WantedPackages | null> {
  for (const folder of foldersAbove(path)) {
    const locked = inFolder(folder, 'renv.lock');
    const text = await readRepositoryFile(checkout, locked);
    if (text !== null) return ofLock(text, locked);
    const description = inFolder(folder, 'DESCRIPTION');
    const [record] = recordsOf((await readRepositoryFile(checkout, description)) ?? '');
    if (record !== undefined) return listed(description, neededBy(record));
  }
  return null;
}

function ofLock(text: string, from: string): WantedPackages | null {
  const read = lock.safeParse(jsonOrNull(text)).data;
  if (read === undefined) return null;
  const all = Object.values(read.Packages);
  const ofRepository = all.filter(({ Source = 'Repository' }) =>
    /^(Repository|CRAN|Bioconductor)$/.test(Source),
  );
  const wanted = listed(
    from,
    ofRepository.map(({ Package, Version }) => `${Package} ${Version}`),
  );
  const others = all.filter((each) => !ofRepository.includes(each));
  return {
    ...wanted,
    leftOut: [
      ...wanted.leftOut,
      ...others.map(({ Package }) => `${Package} of ${from} (only packages of the repository are installed)`),
    ],
  };
}

function listed(from: string, packages: readonly string[]): WantedPackages {
  return {
    from,
    packages: packages.filter((each) => byName.test(each)).slice(0, mostPackages),
    constraints: [],
    leftOut: packages.filter((each) => !byName.test(each)).map((each) => `${each} of ${from}`),
  };
}

/** The names of what a package needs to be loaded: https://cran.r-project.org/doc/manuals/r-release/R-exts.html#The-DESCRIPTION-file */
export const neededBy = (record: ReadonlyMap<string, string>): string[] =>
  ['Depends', 'Imports', 'LinkingTo']
    .flatMap((field) => (record.get(field) ?? '').split(','))
    .map((each) => each.replace(/\(.*/s, '').trim())
    .filter((name) => name !== '' && name !== 'R' && !ownPackages.has(name));

/** Those that come with R. */
const ownPackages = new Set(
  'base compiler datasets grDevices graphics grid methods parallel splines stats stats4 tcltk tools utils translations'.split(
    ' ',
  ),
);

export const isOwn = (name: string): boolean => ownPackages.has(name);
