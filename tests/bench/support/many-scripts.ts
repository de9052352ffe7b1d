import { basename } from 'node:path';
import { expectationsOf } from '../../corpus/scripts/expectations';
import { collections } from '../../corpus/scripts/languages';

/** Scripts of every shape, with their names. */
export const OWN_SCRIPTS: readonly (readonly [string, string])[] = collections
  .filter(({ isOwn }) => isOwn)
  .flatMap((collection) =>
    expectationsOf(collection).map(({ path, files }) => [basename(path), files.get(path) ?? ''] as const),
  );
