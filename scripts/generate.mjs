// npm run generate: the typed database client from prisma/schema.

const { exitWith } = await import('./support/start-error.mjs');
const { ensureClient } = await import('./support/build.mjs');
await ensureClient().then((outcome) => console.log(outcome ?? 'done'), exitWith);
