import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const limitBytes = 50_000_000;

/** A log that is appended to, and set aside as `….previous` when it has grown past 50 MB. */
export type LogFile = {
  path: string;
  append(chunk: Buffer): void;
  lastLines(count: number): string;
  close(): void;
};

/** Opens a log, made with its folder when it is missing. */
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
