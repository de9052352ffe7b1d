import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const limitBytes = 50_000_000;

/** A log file to append to. When it exceeds 50 MB, it is renamed to `….previous`. */
export type LogFile = {
  path: string;
  append(chunk: Buffer): void;
  lastLines(count: number): string;
  close(): void;
};

/** Opens a log, creating it and its folder if needed. */
export function openLogFile(path: string): LogFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openSync(path, 'a', 0o600);
  let sizeBytes = fstatSync(file).size;
  return {
    path,
    append(chunk) {
      if (sizeBytes > limitBytes) {
        closeSync(file);
        renameSync(path, `${path}.previous`);
        file = openSync(path, 'a', 0o600);
        sizeBytes = 0;
      }
      writeSync(file, chunk);
      sizeBytes += chunk.length;
    },
    lastLines: (count) => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n'),
    close: () => closeSync(file),
  };
}
