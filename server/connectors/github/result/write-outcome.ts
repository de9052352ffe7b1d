import { extname } from 'node:path';
import { zipSync } from 'fflate';
import Papa from 'papaparse';
import type { RunError } from '@/lib/runs/run-error';
import { writeJsonDocument } from '../../_shared/json/write-json';
import type { MemoryShare } from '../../_shared/memory-budget';
import type { ResultSink } from '../../result-sink';
import { lastDocument } from './documents';
import { failureOf, plainText } from './failure';
import { readFrame } from './frames';
import type { OutputFile, ScriptOutcome } from './outcome';

/**
 * Writes what a script left as its result: the file that PUSHBOARD_OUTPUT names, or what its function returned, or the last
 * document that it printed, or the text. What came before a failure is kept. Returns the script's error, if it failed.
 */
export async function writeOutcome(
  outcome: ScriptOutcome,
  sink: ResultSink,
  memory: MemoryShare,
): Promise<RunError[]> {
  const { outputs, returned, stdout } = outcome;
  const failure = failureOf(outcome);
  const size = outputs.reduce((sum, { bytes }) => sum + bytes.length, 0) + stdout.text.length;
  memory.hold(size * 2);
  if (stdout.isCut)
    sink.log({
      level: 'warning',
      message: 'The script printed more than 20 MB; the rest of it was left out.',
      atMs: Date.now(),
    });
  const isNothing = returned === null || (returned.toString().trim() === 'null' && stdout.text.trim() !== '');
  if (outputs.length > 0) await writeFiles(outputs, sink, memory);
  else if (!isNothing) await writeJsonDocument([returned], returned.length, sink, memory);
  else if (failure === null) await writePrinted(plainText(stdout.text), sink, memory);
  else if (stdout.text.trim() !== '')
    await sink.whole({ format: 'string', chunks: [Buffer.from(plainText(stdout.text))] });
  return failure === null ? [] : [failure];
}

async function writePrinted(text: string, sink: ResultSink, memory: MemoryShare): Promise<void> {
  if (text.trim() === '') return;
  const found = lastDocument(text);
  const frame = found === null ? readFrame(text) : null;
  if (found?.kind === 'json') {
    const bytes = Buffer.from(found.text);
    return writeJsonDocument([bytes], bytes.length, sink, memory);
  }
  if (found !== null) return sink.whole({ format: 'csv', chunks: [Buffer.from(found.text)] });
  if (frame === null) return sink.whole({ format: 'string', chunks: [Buffer.from(text)] });
  sink.table(frame.columns.map((name) => ({ name, type: 'text' })));
  for (const row of frame.rows) await sink.row(row);
}

type Kind = 'json' | 'csv' | 'markdown' | 'text' | 'file';

const kinds: Readonly<Record<string, Kind>> = {
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'text',
  '.log': 'text',
};
const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
  '.html': 'text/html',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};

/** What a file is by the ending of its name, or else by how it begins. */
function kindOf({ name, bytes }: OutputFile): { kind: Kind; ending: string } {
  const ending = extname(name).toLowerCase();
  const known = kinds[ending];
  if (known !== undefined) return { kind: known, ending };
  if (ending !== '') return { kind: 'file', ending };
  const start = bytes.subarray(0, 512);
  if (start.subarray(1, 4).toString('latin1') === 'PNG') return { kind: 'file', ending: '.png' };
  if (start.subarray(0, 4).toString('latin1') === '%PDF') return { kind: 'file', ending: '.pdf' };
  const text = start.toString('utf8').trimStart();
  if (start.includes(0)) return { kind: 'file', ending: '' };
  if (text.startsWith('<svg') || /^<\?xml[\s\S]*<svg/.test(text)) return { kind: 'file', ending: '.svg' };
  const found = lastDocument(bytes.toString('utf8'));
  return { kind: found?.kind ?? (/^#{1,3} /m.test(text) ? 'markdown' : 'text'), ending: '' };
}

async function writeFiles(
  outputs: readonly OutputFile[],
  sink: ResultSink,
  memory: MemoryShare,
): Promise<void> {
  const [only, ...others] = outputs;
  if (only !== undefined && others.length === 0) return writeFile(only, sink, memory);
  const tables = outputs.map(tableIn);
  if (tables.every((table) => table !== null)) {
    for (const { columns, rows } of tables) {
      sink.table(columns.map((name) => ({ name, type: 'text' })));
      for (const row of rows) await sink.row(row);
    }
    return;
  }
  const archive = zipSync(
    Object.fromEntries(outputs.map(({ name, bytes }) => [name, new Uint8Array(bytes)])),
  );
  return sink.whole({
    format: 'file',
    chunks: [Buffer.from(archive)],
    file: { name: 'output.zip', contentType: 'application/zip' },
  });
}

async function writeFile(file: OutputFile, sink: ResultSink, memory: MemoryShare): Promise<void> {
  const { kind, ending } = kindOf(file);
  const { bytes, name } = file;
  switch (kind) {
    case 'json':
      return writeJsonDocument([bytes], bytes.length, sink, memory).catch(() =>
        sink.whole({ format: 'string', chunks: [bytes] }),
      );
    case 'csv':
      return sink.whole({
        format: 'csv',
        chunks: [
          ending === '.tsv'
            ? Buffer.from(
                Papa.unparse(Papa.parse<string[]>(bytes.toString('utf8'), { delimiter: '\t' }).data),
              )
            : bytes,
        ],
      });
    case 'markdown':
      return sink.whole({ format: 'markdown', chunks: [bytes] });
    case 'text':
      return sink.whole({ format: 'string', chunks: [bytes] });
    case 'file': {
      const shown = extname(name) === '' ? `${name}${ending}` : name;
      const contentType = types[ending] ?? 'application/octet-stream';
      return sink.whole({
        format: 'file',
        chunks: [bytes],
        file: { name: shown.split('/').at(-1) ?? shown, contentType },
      });
    }
  }
}

/** The table in a CSV file; null for other files. */
function tableIn(file: OutputFile): { columns: string[]; rows: string[][] } | null {
  const { kind, ending } = kindOf(file);
  if (kind !== 'csv') return null;
  const delimiter = ending === '.tsv' ? '\t' : '';
  const { data } = Papa.parse<string[]>(file.bytes.toString('utf8'), { delimiter, skipEmptyLines: true });
  const [columns = [], ...rows] = data;
  const isEven = rows.every((row) => row.length === columns.length);
  return columns.length > 0 && isEven ? { columns, rows } : null;
}
