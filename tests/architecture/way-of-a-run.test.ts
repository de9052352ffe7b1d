import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './source-files';

/** How a file of the way is reached from an earlier one. */
interface Step {
  file: string;
  from: string;
  /** Files that only load or list code, in their order: `from` imports the first, and the last imports `file`. */
  through?: string[];
  /** At the border between processes: what both files name. */
  border?: string;
  /** What imports both files, and hands one to the other. */
  wiredBy?: string;
}

const API = 'app/api/v1/[orgId]';
const CREATE = `${API}/run-async-i/route.ts`;
const START = `${API}/run-async-ii/route.ts`;
const READ = `${API}/kits/[kitId]/runs/[runId]/route.ts`;
const WRAPPER = ['server/http/route.ts', 'server/http/requests/authorize.ts'];

/** The press on Run, and the values on their way to the source. */
const there: Step[] = [
  { file: 'components/builder/form/run-form.tsx', from: 'components/builder/builder-view.tsx' },
  { file: 'components/builder/form/run-bar.tsx', from: 'components/builder/form/run-form.tsx' },
  { file: 'components/builder/form/use-command-form.ts', from: 'components/builder/builder-view.tsx' },
  {
    file: 'components/builder/form/before-run/before-run.ts',
    from: 'components/builder/form/use-command-form.ts',
    through: ['components/builder/form/before-run/form-checks.ts'],
  },
  {
    file: 'components/builder/runs/use-run-command.ts',
    from: 'components/builder/form/use-command-form.ts',
  },
  { file: 'components/builder/runs/attempts.ts', from: 'components/builder/runs/use-run-command.ts' },
  { file: CREATE, from: 'components/builder/runs/use-run-command.ts', border: 'createRun' },
  { file: 'server/access/load/load-command.ts', from: CREATE, through: WRAPPER },
  { file: 'server/runs/start/create-run.ts', from: CREATE },
  { file: START, from: 'components/builder/runs/use-run-command.ts', border: 'startRun' },
  { file: 'server/access/load/load-run.ts', from: START, through: WRAPPER },
  { file: 'server/runs/start/start-run.ts', from: START },
  { file: 'server/runs/start/prepare-chosen-run.ts', from: 'server/runs/start/start-run.ts' },
  { file: 'server/runs/start/prepare-run.ts', from: 'server/runs/start/prepare-chosen-run.ts' },
  { file: 'server/runs/start/run-values.ts', from: 'server/runs/start/prepare-run.ts' },
  { file: 'server/runs/start/insert-run.ts', from: 'server/runs/start/start-run.ts' },
  { file: 'server/runs/execute/line-up.ts', from: 'server/runs/start/insert-run.ts' },
  { file: 'jobs/worker-listener.ts', from: 'server/runs/execute/line-up.ts', border: 'RUN_QUEUED' },
  { file: 'jobs/run-places.ts', from: 'jobs/worker-listener.ts', wiredBy: 'jobs/worker.ts' },
  { file: 'server/runs/execute/claim-runs.ts', from: 'jobs/run-places.ts' },
  { file: 'server/runs/execute/execute-run.ts', from: 'jobs/run-places.ts' },
  {
    file: 'server/connectors/postgres/execute.ts',
    from: 'server/runs/execute/execute-run.ts',
    through: [
      'server/connections/open-credential.ts',
      'server/connectors/registry.ts',
      'server/connectors/postgres/connector.ts',
    ],
  },
  { file: 'server/connectors/postgres/statement.ts', from: 'server/connectors/postgres/execute.ts' },
];

/** The rows on their way back to the table that shows them. */
const back: Step[] = [
  { file: 'server/connectors/postgres/rows.ts', from: 'server/connectors/postgres/execute.ts' },
  { file: 'server/runs/execute/run-sink.ts', from: 'server/runs/execute/execute-run.ts' },
  { file: 'server/results/stored/write-result.ts', from: 'server/runs/execute/run-sink.ts' },
  { file: 'server/runs/execute/end-run.ts', from: 'server/runs/execute/execute-run.ts' },
  {
    file: 'components/builder/runs/card/run-cards.tsx',
    from: 'components/builder/builder-view.tsx',
    through: ['components/builder/runs/results-on-demand.ts'],
  },
  { file: 'components/builder/runs/card/run-card.tsx', from: 'components/builder/runs/card/run-cards.tsx' },
  { file: 'components/run-stream/use-run.ts', from: 'components/builder/runs/card/run-card.tsx' },
  { file: READ, from: 'components/run-stream/use-run.ts', border: 'readRun' },
  { file: 'server/runs/read/read-run.ts', from: READ },
  { file: 'server/results/reading/read-result.ts', from: 'server/runs/read/read-run.ts' },
  { file: 'server/results/stored/stored-bytes.ts', from: 'server/results/reading/read-result.ts' },
  { file: 'components/builder/runs/card/run-result.tsx', from: 'components/builder/runs/card/run-card.tsx' },
  { file: 'components/result-view/result-view.tsx', from: 'components/builder/runs/card/run-result.tsx' },
  { file: 'components/result-view/table/table-result.tsx', from: 'components/result-view/result-view.tsx' },
  {
    file: 'components/result-view/table/table-views.tsx',
    from: 'components/result-view/table/table-result.tsx',
  },
  {
    file: 'components/result-view/table/result-grid.tsx',
    from: 'components/result-view/table/table-views.tsx',
  },
];

const sources = new Set(filesIn(['app', 'components', 'jobs', 'lib', 'server'], ['.ts', '.tsx']));

/** The files that a file imports, now or on demand; not those of which it only takes types. */
function importsOf(file: string): Set<string> {
  const text = textOf(file).replace(/import type [^;]*;/g, '');
  const folder = file.split('/').slice(0, -1);
  const named = [...text.matchAll(/(?:from|import\() ?'((?:@|\.{1,2})\/[^']+)'/g)].map(([, path = '']) => {
    if (path.startsWith('@/')) return path.slice(2);
    const parts = path.split('/');
    const up = parts.filter((part) => part === '..').length;
    return [...folder.slice(0, folder.length - up), ...parts.filter((part) => !part.startsWith('.'))].join(
      '/',
    );
  });
  return new Set(
    named.flatMap((path) => [`${path}.ts`, `${path}.tsx`]).filter((candidate) => sources.has(candidate)),
  );
}

/**
 * The way of a plain run: a person fills in the form of a Postgres function that returns rows, and presses Run; the result
 * is small. Counted is each file that takes the press, the values, the run, or its rows, and hands them on.
 *
 * Not counted are: what is declared or decided alike everywhere (`lib`), what every request, statement, notification or
 * screen uses (the wrapper of routes, `server/base/database/statements.ts`, `server/base/events`, `components/ui`), what only loads, lists or
 * wires code, what says how a single value is written or drawn, and what is only asked on the way: for the form, the
 * connection, a session, or whether a feature applies, such as an approval or a mask.
 */
describe('the way of a run from its button to its rows', () => {
  const way = [...there, ...back];
  const files = ['components/builder/builder-view.tsx', ...way.map(({ file }) => file)];

  it('goes through at most 40 files', () => {
    expect(new Set(files).size).toBe(files.length);
    expect(files.length).toBeLessThanOrEqual(40);
  });

  it.each(way)('reaches $file from $from', ({ file, from, through = [], border, wiredBy }) => {
    expect(sources).toContain(file);
    expect(files.slice(0, files.indexOf(file))).toContain(from);
    if (border !== undefined) {
      for (const each of [from, file]) expect(textOf(each)).toMatch(new RegExp(`\\b${border}\\b`));
    } else if (wiredBy !== undefined) {
      for (const each of [from, file]) expect(importsOf(wiredBy)).toContain(each);
    } else {
      const path = [from, ...through, file];
      for (const [at, next] of path.slice(1).entries()) expect(importsOf(path[at] ?? '')).toContain(next);
    }
  });
});
