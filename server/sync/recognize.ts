import type { Likeness } from '@/server/connectors/types';

interface Likely {
  likeness: Likeness;
}

/**
 * Which of the things that came are things that went, under another cloudId: renamed, or with another
 * signature. The surest marks are compared first; what two things on either side share tells nothing.
 */
export function recognize<Gone extends Likely, Come extends Likely>(
  gone: readonly Gone[],
  come: readonly Come[],
): Map<Come, Gone> {
  const recognized = new Map<Come, Gone>();
  const taken = new Set<Gone>();
  const marks = Math.max(0, ...come.map(({ likeness }) => likeness.length));
  for (let mark = 0; mark < marks; mark += 1) {
    const left = onlyOnes(
      gone.filter((each) => !taken.has(each)),
      mark,
    );
    const right = onlyOnes(
      come.filter((each) => !recognized.has(each)),
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

/** What has a mark that no other of them has, by that mark. */
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
