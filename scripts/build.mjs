// npm run build: what npm start builds by itself when it is missing or stale, for an image or a server.

const { exitWith } = await import('./support/start-error.mjs');
const { ensureClient, ensurePrograms, ensureWeb } = await import('./support/build.mjs');
const { createProgress } = await import('./support/progress.mjs');

const progress = createProgress(3);
try {
  await progress.step('Database client', ensureClient);
  await progress.step('Programs', ensurePrograms);
  await progress.step('Web app', ensureWeb);
} catch (error) {
  exitWith(error);
}
