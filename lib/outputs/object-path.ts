/** One step into a JSON document: a key of an object, or a position in an array. */
export type PathStep = string | number;

const plainName = /^[^.[\]"\s]+$/;
const step = /\.?(?:([^.[\]"\s]+)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\])/y;

/**
 * Reads a path such as `data.items`, `pages[0].rows`, or `["a key.with dots"].items`.
 *
 * @returns null if the text isn't a path; an empty list, the whole document, for empty text
 */
export function parseObjectPath(text: string): PathStep[] | null {
  const path = text.trim();
  const steps: PathStep[] = [];
  let at = 0;
  while (at < path.length) {
    step.lastIndex = at;
    const found = step.exec(path);
    if (found === null || (found[0].startsWith('.') && (at === 0 || found[1] === undefined))) return null;
    if (at > 0 && found[1] !== undefined && !found[0].startsWith('.')) return null;
    const [whole, name, index, quoted] = found;
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else {
      const key = keyOf(quoted ?? '');
      if (key === null) return null;
      steps.push(key);
    }
    at += whole.length;
  }
  return steps;
}

/** A path as text, which `parseObjectPath` reads back. */
export function objectPathText(steps: readonly PathStep[]): string {
  return steps
    .map((each, position) => {
      if (typeof each === 'number') return `[${each}]`;
      if (!plainName.test(each)) return `[${JSON.stringify(each)}]`;
      return position === 0 ? each : `.${each}`;
    })
    .join('');
}

function keyOf(quoted: string): string | null {
  try {
    return JSON.parse(`"${quoted}"`);
  } catch {
    return null;
  }
}
