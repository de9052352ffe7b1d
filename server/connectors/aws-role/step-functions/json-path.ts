/** A path of the states language, as far as it tells what is read from the input of the execution. */
export interface InputPath {
  /** Whether it begins at the input of the state (`$`) or of the execution (`$$.Execution.Input`). */
  root: 'state' | 'execution';
  /** Its first key; null without one: it is the input as a whole, an item of it, or has computed keys. */
  key: string | null;
  /** Whether it searches the whole input for its keys, as `$..id` and `$.*` do. */
  isComputed: boolean;
  /** Whether an item follows (`[0]`), a member (`.id`), or nothing. */
  next: 'item' | 'member' | 'either' | null;
  /** Where it ends in the text. */
  end: number;
}

const executionInput = '$$.Execution.Input';

/** Reads the path at a position with a `$`; null if it leads elsewhere: to a variable, or to another part of the context. */
export function pathAt(text: string, at: number): InputPath | null {
  const isExecution =
    text.startsWith(executionInput, at) && !/\w/.test(text[at + executionInput.length] ?? '');
  if (!isExecution && /[$\w]/.test(text[at + 1] ?? '')) return null;
  const root = isExecution ? 'execution' : 'state';
  const start = at + (isExecution ? executionInput.length : 1);
  const end = endOfPath(text, start);
  const path = text.slice(start, end);
  if (/^(\.\.|\.\*|\[["'][^"']*["'],)/.test(path))
    return { root, key: null, isComputed: true, next: null, end };
  const named = /^(?:\.([^\s.[\](),'"*?@$]+)|\["([^"\\]+)"\]|\['([^'\\]+)'\])/.exec(path);
  const key = named?.[1] ?? named?.[2] ?? named?.[3] ?? null;
  const next = named === null ? nextIn(path) : nextIn(path.slice(named[0].length));
  return { root, key, isComputed: false, next, end };
}

function nextIn(rest: string): InputPath['next'] {
  if (rest === '') return null;
  if (rest.startsWith('..') || rest.startsWith('.*')) return 'either';
  if (rest.startsWith('.') || /^\[["']/.test(rest)) return 'member';
  return 'item';
}

/** A path ends before a comma, a bracket, or a space; those in its own brackets belong to it. */
function endOfPath(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (depth > 0 && /["']/.test(character)) quote = character;
    else if (/[[(]/.test(character)) depth += 1;
    else if (depth > 0 && /[\])]/.test(character)) depth -= 1;
    else if (depth === 0 && /[,)\s]/.test(character)) return at;
  }
  return text.length;
}
