/** One step into a JSON document: a key of an object, a position in a list, or each item of a list. */
export type JsonStep = string | number | typeof EACH;

/** Each item of a list, written `[]`. */
export const EACH = null;

/** What a key may be that stands without quotes when we write a path. */
const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;
const STEP = /\.?(?:([^.[\]"\s]+)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]|(\[\]))/y;

/**
 * Reads a place in a JSON document, in the one notation for all of them: `data.items`, `pages[0].rows`, `items[].price`
 * for each item, and `["a key.with dots"].items`.
 *
 * @returns null if the text isn't a path; an empty list, the whole document, for empty text
 */
export function parseJsonPath(text: string): JsonStep[] | null {
  const path = text.trim();
  const steps: JsonStep[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const at = STEP.lastIndex;
    const found = STEP.exec(path);
    if (found === null) return null;
    const [whole, name, index, quoted] = found;
    // A name needs its dot, except at the very start; brackets have none.
    if (whole.startsWith('.') !== (name !== undefined && at > 0)) return null;
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else if (quoted === undefined) steps.push(EACH);
    else {
      const key = keyOf(quoted);
      if (key === null) return null;
      steps.push(key);
    }
  }
  return steps;
}

/** A path as text, which `parseJsonPath` reads back. */
export const jsonPathText = (steps: readonly JsonStep[]): string => steps.reduce<string>(below, '');

/** The path of what is one step below the place at a path. */
export function below(path: string, step: JsonStep): string {
  if (step === EACH) return `${path}[]`;
  if (typeof step === 'number') return `${path}[${step}]`;
  if (!PLAIN_KEY.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === '' ? step : `${path}.${step}`;
}

function keyOf(quoted: string): string | null {
  try {
    const key: unknown = JSON.parse(quoted);
    return typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}
