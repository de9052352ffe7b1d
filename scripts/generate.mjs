// npm run generate: the typed database client from prisma/schema.

const { exitWith } = await import('./starting/start-error.mjs');
const { ensureClient } = await import('./building/build.mjs');
await ensureClient().then((outcome) => console.log(outcome ?? 'done'), exitWith);
