import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JsonValue } from '@/lib/base/json';
import type { ConnectorContext, ScriptSettings } from '@/server/connectors/connector-context';
import { describeAll } from '@/server/connectors/github/describe';
import { discover } from '@/server/connectors/github/discover';
import { execute } from '@/server/connectors/github/execute';
import type { Column, ResultSink, WholeResponse } from '@/server/connectors/result-sink';
import { type OwnGithub, startGithub } from './support';

const interpreters = { python: '/usr/bin/python3', r: '/usr/bin/Rscript' } as const;

/** Whether scripts of a language can be run on this machine; CI installs what they need. */
export const runs = (language: keyof typeof interpreters): boolean =>
  existsSync('/usr/bin/bwrap') && existsSync(interpreters[language]);

/** The title of tests that run scripts, which says so where they can't. */
export const titleOf = (language: keyof typeof interpreters, title: string): string =>
  runs(language) ? title : `${title} (not run: bubblewrap or ${interpreters[language]} is not installed)`;

/** What a run wrote. */
export interface Written {
  tables: { columns: string[]; rows: (readonly JsonValue[])[] }[];
  whole: { format: string; text: string; bytes: Buffer; file: WholeResponse['file'] } | null;
  log: { level: string; message: string }[];
  metadata: Record<string, string>;
}

export function recordingSink(onLog = (_message: string): void => undefined): {
  sink: ResultSink;
  written: Written;
} {
  const written: Written = { tables: [], whole: null, log: [], metadata: {} };
  const nothing = () => undefined;
  const sink: ResultSink = {
    table: (columns: readonly Column[]) =>
      void written.tables.push({ columns: columns.map(({ name }) => name), rows: [] }),
    row: (cells) => void written.tables.at(-1)?.rows.push(cells),
    whole({ format, chunks, file }) {
      const bytes = Buffer.concat([...chunks]);
      written.whole = { format, text: bytes.toString(), bytes, file };
    },
    log({ level, message }) {
      written.log.push({ level, message });
      onLog(message);
    },
    metadata: (name, value) => void Object.assign(written.metadata, { [name]: value }),
    value: nothing,
    output: nothing,
    returned: nothing,
    affected: nothing,
    link: nothing,
    wouldChange: nothing,
  };
  return { sink, written };
}

/** A repository whose scripts run here. */
export class ScriptHost {
  private readonly folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  private own: OwnGithub | null = null;

  async run(
    files: Record<string, string>,
    name: string,
    values: Record<string, JsonValue> = {},
    {
      settings = {},
      connection = {},
      signal = new AbortController().signal,
      onLog,
    }: {
      settings?: Partial<ScriptSettings>;
      connection?: { [key: string]: JsonValue };
      signal?: AbortSignal;
      onLog?: (message: string) => void;
    } = {},
  ) {
    await this.own?.double.stop();
    const own = await startGithub(files, { runsOn: 'worker', ...connection });
    this.own = own;
    const scripts = { ...own.context.scripts, folder: this.folder, interpreters, ...settings };
    const context: ConnectorContext = { ...own.context, scripts };
    const found = await discover(own.connection, context);
    const cloudId = found.find(({ friendlyName }) => friendlyName === name)?.cloudId ?? '';
    const described = (await describeAll(own.connection, context, [cloudId])).get(cloudId);
    if (described === undefined)
      throw new Error(
        `There is no script ${name} among ${found.map((each) => each.friendlyName).join(', ')}`,
      );
    const { sink, written } = recordingSink(onLog);
    const call = {
      executable: described.executable,
      values,
      own: null,
      sealed: null,
      secretKeys: [],
      signal,
    };
    const startedAt = performance.now();
    const { errors } = await execute(own.connection, context, call, sink);
    return { ...written, errors, durationMs: performance.now() - startedAt };
  }

  complaints(): string[] {
    return this.own?.double.complaints ?? [];
  }

  /** The processes of its scripts that are still there: those that see its folder. */
  leftovers(): string[] {
    return readdirSync('/proc').filter(
      (pid) =>
        /^\d+$/.test(pid) && pid !== String(process.pid) && mountsOf(pid).includes(basename(this.folder)),
    );
  }

  async close(): Promise<void> {
    await this.own?.double.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function mountsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
