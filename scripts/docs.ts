import { writeFile } from 'node:fs/promises';
import { writtenDocuments } from './documents/written-documents';

// npm run docs: writes the documents that are made from the code. A test fails while one of them is out of date.

for (const { file, content } of writtenDocuments()) {
  await writeFile(file, content);
  console.log(`Wrote ${file}.`);
}
