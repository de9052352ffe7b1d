import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { PathStep } from '@/lib/outputs/object-path';
import { JsonWalker } from '@/server/results/masks/json-walker';

/** A large document is walked through in pieces of this size, so that nothing else waits long. */
const PIECE_BYTES = 256 * 1024;

/**
 * The bytes of the value at a path in a JSON document; null if nothing is there. Nothing is parsed or
 * copied, so a document of many megabytes costs little more than reading it once.
 *
 * @param chunks valid JSON
 */
export async function jsonPart(
  chunks: readonly Buffer[],
  path: readonly PathStep[],
): Promise<Buffer[] | null> {
  const finder = new PartFinder(path);
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length && finder.range === null; start += PIECE_BYTES) {
      finder.push(chunk.subarray(start, start + PIECE_BYTES));
      if (chunk.length > PIECE_BYTES) await yieldToOthers();
    }
  }
  finder.end();
  return finder.range === null ? null : sliceOf(chunks, finder.range);
}

interface Range {
  start: number;
  end: number;
}

class PartFinder {
  range: Range | null = null;
  private start: number | null = null;
  private readonly walker: JsonWalker;

  constructor(path: readonly PathStep[]) {
    let depthOfFound = -1;
    this.walker = new JsonWalker({
      begin: (offset) => {
        if (this.start !== null || this.walker.depth !== path.length || !this.isAt(path)) return;
        this.start = offset;
        depthOfFound = this.walker.depth;
      },
      end: (offset) => {
        if (this.start === null || this.range !== null || this.walker.depth !== depthOfFound) return;
        this.range = { start: this.start, end: offset };
      },
    });
  }

  push(piece: Buffer): void {
    this.walker.push(piece);
  }

  end(): void {
    this.walker.end();
  }

  private isAt(path: readonly PathStep[]): boolean {
    const { steps } = this.walker;
    return path.every((step, position) => steps[position] === step);
  }
}

function sliceOf(chunks: readonly Buffer[], { start, end }: Range): Buffer[] {
  let offset = 0;
  return chunks.flatMap((chunk) => {
    const from = Math.max(0, start - offset);
    const to = Math.min(chunk.length, end - offset);
    offset += chunk.length;
    return to > from ? [chunk.subarray(from, to)] : [];
  });
}
