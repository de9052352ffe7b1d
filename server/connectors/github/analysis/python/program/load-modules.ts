import type { Module, Statement } from '../syntax/ast';
import { type Parsed, parseModule } from '../syntax/parse-module';
import { fileOfImport } from './module-paths';

/** The files that a script may lead to, parsed. */
export interface Program {
  script: Module | null;
  modules: Map<string, Module>;
  /** Files of which some code was left out. */
  cut: Set<string>;
}

const mostModules = 60;
const mostCharacters = 1_500_000;

/** What was parsed of a repository, so that what many of its scripts import is parsed once. */
const parsedFiles = new WeakMap<ReadonlyMap<string, string>, Map<string, Parsed | null>>();
const mostKept = 400;

async function parse(
  files: ReadonlyMap<string, string>,
  path: string,
  source: string,
): Promise<Parsed | null> {
  const kept = parsedFiles.get(files) ?? new Map<string, Parsed | null>();
  parsedFiles.set(files, kept);
  const known = kept.get(path);
  if (known !== undefined) return known;
  const parsed = await parseModule(path, source);
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  kept.set(path, parsed);
  return parsed;
}

/** Parses a script, and the files of the repository that it imports, directly or through others. */
export async function loadModules(files: ReadonlyMap<string, string>, script: string): Promise<Program> {
  const program: Program = { script: null, modules: new Map(), cut: new Set() };
  const waiting = [script];
  const seen = new Set(waiting);
  let characters = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const source = files.get(path);
    if (source === undefined) continue;
    characters += source.length;
    if (path !== script && (program.modules.size >= mostModules || characters > mostCharacters)) {
      program.cut.add(path);
      continue;
    }
    const parsed = await parse(files, path, source);
    if (parsed === null) {
      program.cut.add(path);
      continue;
    }
    if (parsed.isCut) program.cut.add(path);
    program.modules.set(path, parsed.module);
    for (const next of importedFiles(files, parsed.module, script)) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  program.script = program.modules.get(script) ?? null;
  return program;
}

function* importedFiles(
  files: ReadonlyMap<string, string>,
  module: Module,
  script: string,
): Generator<string> {
  for (const statement of statementsIn(module.body)) {
    for (const [name, level] of importsOf(statement)) {
      const file = fileOfImport(files, module.path, script, name, level);
      if (file !== null) yield file;
    }
  }
}

/** The modules that a statement may import, with the dots of relative ones. */
function importsOf(statement: Statement): [string, number][] {
  if (statement.kind === 'import')
    return statement.names.flatMap(({ module }) => [
      [module, 0],
      [module.split('.')[0] ?? module, 0],
    ]);
  if (statement.kind !== 'import-from') return [];
  const level = /^\.*/.exec(statement.module)?.[0].length ?? 0;
  const path = statement.module.slice(level);
  const below = (statement.names ?? []).map(({ name }): [string, number] => [
    path === '' ? name : `${path}.${name}`,
    level,
  ]);
  return [[path, level], ...below];
}

/** Every statement of a body, those within others included. */
export function* statementsIn(body: readonly Statement[]): Generator<Statement> {
  const waiting = [...body].reverse();
  for (let statement = waiting.pop(); statement !== undefined; statement = waiting.pop()) {
    yield statement;
    for (const inner of bodiesOf(statement))
      for (let at = inner.length - 1; at >= 0; at -= 1) {
        const next = inner[at];
        if (next !== undefined) waiting.push(next);
      }
  }
}

function bodiesOf(statement: Statement): (readonly Statement[])[] {
  switch (statement.kind) {
    case 'function':
    case 'class':
      return [statement.definition.body];
    case 'if':
      return [statement.otherwise, statement.consequence];
    case 'for':
    case 'while':
      return [statement.otherwise, statement.body];
    case 'with':
      return [statement.body];
    case 'try':
      return [
        statement.finally,
        statement.otherwise,
        ...statement.handlers.map(({ body }) => body),
        statement.body,
      ];
    case 'match':
      return statement.cases.map(({ body }) => body);
    default:
      return [];
  }
}
