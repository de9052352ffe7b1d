import { buffer } from 'node:stream/consumers';
import { limitProcessorTime } from '@/server/base/waiting/processor-limit';
import type { DocumentKind, ImportedDocument, ImportNote } from '../operations/imported';
import { boundedNotes } from '../operations/notes';
import { checkOpenapi } from '../operations/openapi/check-openapi';
import { readOpenapi } from '../operations/openapi/import-openapi';
import { readPostman } from '../operations/postman/import-postman';
import { type Description, DescriptionFiles } from '../parse/description-files';
import type { Node } from '../parse/node';
import { parseDocument } from '../parse/parse-document';
import { UnreadableDocument } from '../parse/unreadable-document';
import { isZip } from '../parse/unzip-files';
import { MOST_CHECK_MS, MOST_MS } from './reading-limits';

/**
 * A separate program that reads a description from standard input and writes JSON lines: its head,
 * `{"head": …, "count": n}`, or `{"refused": "…"}`; then n operations, one per line; then, after checking the
 * description, what is invalid in it, `{"notes": […]}`. Whatever a description does to its reader happens here, where
 * time and memory are limited and there are no secrets.
 */
const importers: Record<DocumentKind, Importer> = {
  openapi: { read: readOpenapi, check: checkOpenapi },
  postman: { read: readPostman, check: () => [] },
};

interface Importer {
  read: (root: Node, files: DescriptionFiles | null) => ImportedDocument;
  check: (root: Node, files: DescriptionFiles | null) => ImportNote[] | Promise<ImportNote[]>;
}

function isKind(kind: string | undefined): kind is DocumentKind {
  return kind !== undefined && Object.hasOwn(importers, kind);
}

async function read(): Promise<void> {
  const kind = process.argv[2];
  if (!isKind(kind)) throw new Error(`No reader for ${kind}`);
  const mayCompute = limitProcessorTime();
  mayCompute(MOST_MS);
  const { root, files } = open(await buffer(process.stdin));
  const { operations, ...head } = importers[kind].read(root, files);
  await write({ head, count: operations.length });
  for (const operation of operations) await write(operation);
  mayCompute(MOST_CHECK_MS);
  await write({ notes: boundedNotes(await importers[kind].check(root, files)) });
}

const open = (bytes: Buffer): Description =>
  isZip(bytes) ? DescriptionFiles.open(bytes) : { root: parseDocument(bytes.toString('utf8')), files: null };

async function write(line: unknown): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(line)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

read().catch(async (error: unknown) => {
  if (!(error instanceof UnreadableDocument)) throw error;
  await write({ refused: error.message });
});
