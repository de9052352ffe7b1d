// Reads descriptions in a separate thread; plain JavaScript, because threads start without a loader.
import { parentPort } from 'node:worker_threads';
import { tsImport } from 'tsx/esm/api';

const { importOpenapi } = await tsImport(
  '../../server/sources/imports/operations/openapi/import-openapi.ts',
  import.meta.url,
);

parentPort.on('message', async (text) => {
  const outcome = { operations: 0, skipped: [], refused: null, crash: null };
  try {
    const read = await importOpenapi(text);
    outcome.operations = read.operations.length;
    outcome.skipped = read.skipped.map(({ reason }) => reason);
  } catch (error) {
    if (error.name === 'UnreadableDocument') outcome.refused = error.message;
    else outcome.crash = error.stack;
  }
  parentPort.postMessage(outcome);
});
