import { buffer } from 'node:stream/consumers';
import { type DocumentKind, type ImportedDocument, UnreadableDocument } from '../operations/imported';
import { importOpenapi } from '../operations/openapi/import-openapi';
import { importPostman } from '../operations/postman/import-postman';

/**
 * A program of its own: reads a description from its input, and writes JSON lines: first what is true of the
 * whole, `{"head": …}`, then an operation a line; or `{"refused": "…"}`. Whatever a description does to whoever
 * reads it, it does here, where time and memory are bounded and there are no secrets.
 */
const importers: Record<DocumentKind, (text: string) => ImportedDocument> = {
  openapi: importOpenapi,
  postman: importPostman,
};

function isKind(kind: string | undefined): kind is DocumentKind {
  return kind !== undefined && Object.hasOwn(importers, kind);
}

async function read(): Promise<void> {
  const kind = process.argv[2];
  if (!isKind(kind)) throw new Error(`No reader for ${kind}`);
  const text = (await buffer(process.stdin)).toString('utf8');
  const { operations, ...head } = importers[kind](text);
  await write({ head });
  for (const operation of operations) await write(operation);
}

async function write(line: unknown): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(line)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

read().catch(async (error: unknown) => {
  if (!(error instanceof UnreadableDocument)) throw error;
  await write({ refused: error.message });
});
