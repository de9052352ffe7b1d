import { ensurePrograms } from '../../scripts/support/build.mjs';

/** The programs that the application starts, as they are built, whatever part of the tests one runs. */
export default async function setup() {
  await ensurePrograms();
}
