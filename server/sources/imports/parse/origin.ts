/**
 * Under this key, an object with a `$ref` keeps the name of its file, which its reference starts from; one of the
 * description itself keeps none. Spreading an object keeps it; `JSON.stringify` and `Object.keys` leave it out.
 */
const origin = Symbol('origin');

type WithOrigin = object & { [origin]?: string };

/** Remembers the file of each reference in it. An alias is visited once. */
export function keepOrigins(document: unknown, file: string): void {
  const root = [document];
  const seen = new Set<object>([root]);
  const left: WithOrigin[] = [root];
  for (let container = left.pop(); container !== undefined; container = left.pop()) {
    if (Object.hasOwn(container, '$ref')) container[origin] = file;
    for (const member of Object.values(container)) {
      if (typeof member !== 'object' || member === null || seen.has(member)) continue;
      seen.add(member);
      left.push(member);
    }
  }
}

/** The file of an object's reference; null for the description itself. */
export function originOf(container: WithOrigin): string | null {
  return container[origin] ?? null;
}

/** Sets the file of an object's reference as another object has it. */
export function copyOrigin(from: WithOrigin, to: WithOrigin): void {
  if (from[origin] === undefined) delete to[origin];
  else to[origin] = from[origin];
}
