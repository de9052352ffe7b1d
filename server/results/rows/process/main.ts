// Sorts and filters one large result, which is its file 3, for the web process. It ends with the connection to it.

import { fstatSync, readSync } from 'node:fs';
import { maskMatcher } from '@/lib/outputs/masks';
import { parseObjectPath } from '@/lib/outputs/object-path';
import type { FromReader, MaskFacts, ToReader } from '@/server/results/rows/process/messages';
import { type RowSource, RowsRefused } from '@/server/results/rows/row-index';
import { RowReader } from '@/server/results/rows/row-reader';

const RESULT = 3;

let facts: MaskFacts = { masks: [], outputObjectPath: null };
let reader: RowReader | null = null;

process.on('message', (message: ToReader) => {
  if ('open' in message) facts = message.open;
  else process.send?.(answer(() => opened().read(message.query)));
});
process.on('disconnect', () => process.exit(0));

function answer(read: () => ReturnType<RowReader['read']>): FromReader {
  try {
    return { page: read() };
  } catch (error) {
    if (error instanceof RowsRefused) return { refused: error.message };
    throw error;
  }
}

function opened(): RowReader {
  const under = (parseObjectPath(facts.outputObjectPath ?? '') ?? []).filter(
    (step) => typeof step === 'string',
  );
  reader ??= new RowReader(fileSource(), maskMatcher(facts.masks, under));
  return reader;
}

function fileSource(): RowSource {
  const sizeBytes = fstatSync(RESULT).size;
  return {
    sizeBytes,
    read(start, into) {
      let filled = 0;
      while (filled < into.length) {
        const count = readSync(RESULT, into, filled, into.length - filled, start + filled);
        if (count === 0) throw new Error('The file of this result became shorter');
        filled += count;
      }
    },
  };
}
