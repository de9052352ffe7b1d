import { isNode, listAt, type Node, textAt, valueAt } from '@/server/imports/parse/node';

/** `{{name}}`, as Postman writes a variable. */
const pattern = /\{\{([^{}]*)\}\}/g;

const mostRounds = 10;
const longest = 100_000;

/** The variables of a collection that have a value; what only an environment knows is not among them. */
export class Variables {
  private readonly values = new Map<string, string>();

  constructor(collection: Node) {
    for (const each of listAt(collection, 'variable')) {
      if (!isNode(each) || valueAt(each, 'disabled') === true) continue;
      const key = textAt(each, 'key') ?? textAt(each, 'id');
      const value = valueAt(each, 'value');
      if (
        key !== null &&
        value !== null &&
        value !== undefined &&
        typeof value !== 'object' &&
        value !== ''
      ) {
        this.values.set(key, String(value));
      }
    }
  }

  /** Text with its variables filled in; one without a value stays as it is written. */
  fill(text: string): string {
    let current = text;
    // A value may hold another variable, or itself.
    for (let round = 0; round < mostRounds; round += 1) {
      const next = current.replace(pattern, (whole, name: string) => this.values.get(name.trim()) ?? whole);
      if (next === current || next.length > longest) break;
      current = next;
    }
    return current;
  }

  /** The same, or null where a variable without a value is left. */
  fillWhole(text: string): string | null {
    const filled = this.fill(text);
    return hasVariable(filled) ? null : filled;
  }
}

export function hasVariable(text: string): boolean {
  return /\{\{[^{}]*\}\}/.test(text);
}

/** `{{name}}` as `{name}`, the way paths of descriptions have it. */
export function asBraces(text: string): string {
  return text.replace(pattern, (_, name: string) => `{${name.trim()}}`);
}
