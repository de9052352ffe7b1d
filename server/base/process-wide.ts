const PLACE = Symbol.for('pushboard.process-wide');
type Holder = typeof globalThis & { [PLACE]?: Map<string, unknown> };

/**
 * Returns the process's one instance of something, however often the bundler loads the module that creates it: the
 * pool, the listener, the limiters. `create` is called at the first use.
 */
export function processWide<T>(name: string, create: () => T): T {
  const holder: Holder = globalThis;
  holder[PLACE] ??= new Map();
  const made = holder[PLACE];
  if (!made.has(name)) made.set(name, create());
  return made.get(name) as T;
}

/** Forgets every instance without closing it, as if the process had just started. Tests use it. */
export function forgetProcessWide(): void {
  const holder: Holder = globalThis;
  holder[PLACE]?.clear();
}
