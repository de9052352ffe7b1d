// npm run build: for an image or a server. npm start builds by itself if the build is missing or outdated.

const { exitWith } = await import('./starting/start-error.mjs');
const { ensureClient, ensurePrograms, ensureWeb } = await import('./building/build.mjs');
const { createProgress } = await import('./building/progress.mjs');

const progress = createProgress(3);
try {
  await progress.step('Database client', ensureClient);
  await progress.step('Programs', ensurePrograms);
  await progress.step('Web app', ensureWeb);
} catch (error) {
  exitWith(error);
}
