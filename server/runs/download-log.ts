import type { downloadLog as downloadLogOperation } from '@/lib/contract/runs';
import type { Context, FileDownload } from '@/server/http/context';
import { readLog } from '@/server/runs/run-log';

/** The whole log of a run as a file, streamed in pieces however long it is. */
export async function downloadLog({ subject }: Context<typeof downloadLogOperation>): Promise<FileDownload> {
  const { runId, command } = subject;
  return {
    fileName: `${command.name} ${runId}.log`,
    contentType: 'text/plain; charset=utf-8',
    chunks: textOf(runId),
  };
}

async function* textOf(runId: number): AsyncGenerator<string> {
  let offset = 0;
  for (;;) {
    const pieces = await readLog([{ runId, offset }]);
    if (pieces.length === 0) return;
    for (const { text, endOffset } of pieces) {
      yield text;
      offset = endOffset;
    }
  }
}
