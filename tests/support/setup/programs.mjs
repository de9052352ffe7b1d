import { ensurePrograms } from '../../../scripts/building/build.mjs';

/** The application's programs, as they are built. */
export default async function setup() {
  await ensurePrograms();
}
