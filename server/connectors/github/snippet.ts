import { rTypeSystem } from '@/lib/type-systems/scripts/r';
import type { SnippetInputs } from '../things';
import type { SnippetContext } from '../types';
import { readScripts } from './analysis/reader';
import { templateInput } from './describe';

/** Reads a piece of a script, as a script of the repository is read. */
export async function readSnippet(
  typeSystem: string,
  code: string,
  context: SnippetContext,
): Promise<SnippetInputs> {
  const language = typeSystem === rTypeSystem.name ? 'r' : 'python';
  const path = language === 'r' ? 'snippet.R' : 'snippet.py';
  const fetchTexts = async (paths: readonly string[]) =>
    new Map(paths.flatMap((each): [string, string][] => (each === path ? [[path, code]] : [])));
  const analysis = (await readScripts([path], [path], fetchTexts, context)).get(path);
  const found = new Map(
    analysis?.commands.flatMap(({ inputs }) => inputs).map((input) => [input.key, input] as const),
  );
  const { notes = [], unavailable = null, errorLine = null } = analysis ?? {};
  return {
    inputs: [...found.values()].map((input) => ({
      input: templateInput(input, language),
      passing: JSON.parse(JSON.stringify(input.passing)),
      line: input.from.line,
      what: input.from.what,
    })),
    notes: [
      ...notes.map(({ line, message }) => ({ line, message })),
      ...(found.size === 0 && unavailable !== null ? [{ line: 1, message: unavailable }] : []),
    ],
    errorLine,
  };
}
