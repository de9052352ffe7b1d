import type { downloadLog as downloadLogOperation } from '@/lib/contract/runs/run-events';
import type { Context, FileDownload } from '@/server/operations/context';
import { readMaskText } from '@/server/results/masks/mask-texts';
import { readLog } from '@/server/runs/execute/run-log';

/** The whole log of a run as a file, streamed in pieces however long it is. */
export async function downloadLog({ subject }: Context<typeof downloadLogOperation>): Promise<FileDownload> {
  const { orgId, runId, command } = subject;
  return {
    fileName: `${command.name} ${runId}.log`,
    contentType: 'text/plain; charset=utf-8',
    chunks: textOf(orgId, runId),
  };
}

async function* textOf(orgId: string, runId: number): AsyncGenerator<string> {
  const maskText = await readMaskText(orgId, runId);
  let offset = 0;
  for (;;) {
    const pieces = await readLog(orgId, [{ runId, offset }]);
    if (pieces.length === 0) return;
    for (const { text, endOffset } of pieces) {
      yield maskText?.(text) ?? text;
      offset = endOffset;
    }
  }
}
