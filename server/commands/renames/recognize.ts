import type { Likeness } from '@/server/connectors/things';

interface Likely {
  likeness: Likeness;
}

/**
 * Finds the arrived things that are really vanished ones under another cloudId: renamed, or with another signature.
 * Stronger marks are compared first; a mark that two things on one side share is ignored.
 */
export function recognize<Vanished extends Likely, Arrived extends Likely>(
  vanishedThings: readonly Vanished[],
  arrivedThings: readonly Arrived[],
): Map<Arrived, Vanished> {
  const recognized = new Map<Arrived, Vanished>();
  const taken = new Set<Vanished>();
  const marks = Math.max(0, ...arrivedThings.map(({ likeness }) => likeness.length));
  for (let mark = 0; mark < marks; mark += 1) {
    const left = onlyOnes(
      vanishedThings.filter((each) => !taken.has(each)),
      mark,
    );
    const right = onlyOnes(
      arrivedThings.filter((each) => !recognized.has(each)),
      mark,
    );
    for (const [value, arrived] of right) {
      const vanished = left.get(value);
      if (vanished === undefined) continue;
      recognized.set(arrived, vanished);
      taken.add(vanished);
    }
  }
  return recognized;
}

/** The things whose mark is unique, by that mark. */
function onlyOnes<Thing extends Likely>(things: readonly Thing[], mark: number): Map<string, Thing> {
  const byValue = new Map<string, Thing | null>();
  for (const thing of things) {
    const value = thing.likeness[mark];
    if (value !== undefined) byValue.set(value, byValue.has(value) ? null : thing);
  }
  const only = new Map<string, Thing>();
  for (const [value, thing] of byValue) if (thing !== null) only.set(value, thing);
  return only;
}
