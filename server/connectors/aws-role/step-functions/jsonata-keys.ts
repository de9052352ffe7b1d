/** What the JSONata expressions of a state read of its input. */
export interface JsonataUse {
  keys: string[];
  /** Whether an expression uses the input as a whole. */
  isPassedOn: boolean;
}

/** `$states.input.key`, and `` $states.input.`a key` ``. */
const keyPattern = /\$states\.input(?:\.([A-Za-z_]\w*)|\.`([^`]+)`|(?![\w.`]))/g;

/** Reads the expressions `{% … %}` in a state's fields. */
export function keysOfJsonata(part: unknown): JsonataUse {
  const keys = new Set<string>();
  let isPassedOn = false;
  const values = [part];
  // The list grows while it is read.
  for (const value of values) {
    if (typeof value === 'object' && value !== null) values.push(...Object.values(value));
    if (typeof value !== 'string' || !/^\{%.*%\}$/s.test(value)) continue;
    for (const [, plain, quoted] of value.matchAll(keyPattern)) {
      const key = plain ?? quoted;
      if (key === undefined) isPassedOn = true;
      else keys.add(key);
    }
  }
  return { keys: [...keys], isPassedOn };
}
