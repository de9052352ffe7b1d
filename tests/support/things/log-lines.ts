import pino from 'pino';
import { processWide } from '@/server/base/process-wide';

/** What this process logs from now on, line by line. Call it before anything is logged. */
export function keepLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  processWide('log', () => pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  return lines;
}
