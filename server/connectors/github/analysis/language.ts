import type { ScriptLanguage } from './script';

/** The language of a script by the ending of its path; null if it isn't one. */
export function languageOf(path: string): ScriptLanguage | null {
  if (path.endsWith('.py')) return 'python';
  return /\.[rR]$/.test(path) ? 'r' : null;
}
