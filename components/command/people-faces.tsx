import styles from './people-faces.module.css';

interface PersonLike {
  userId: string;
  name: string;
}

/** How many people a row of faces shows. */
export const MOST_FACES = 3;
const GROUNDS = 6;

/** One person's initials on a background color; decorative, because the name is next to it. */
export function Face({ person, size = 22 }: { person: PersonLike; size?: number }) {
  return (
    <span
      className={styles.face}
      data-ground={groundOf(person.userId)}
      style={{ width: size, height: size, fontSize: size * 0.41 }}
      data-initials={initials(person.name)}
      aria-hidden
    />
  );
}

/**
 * The first few people, overlapping, and the number of others; decorative.
 *
 * @param count of all people, where not all are given
 */
export function Faces({ people, count = people.length }: { people: readonly PersonLike[]; count?: number }) {
  const more = count - Math.min(people.length, MOST_FACES);
  return (
    <span className={styles.faces} aria-hidden>
      {people.slice(0, MOST_FACES).map((person) => (
        <Face key={person.userId} person={person} />
      ))}
      {more > 0 && <span className={styles.more}>+{more.toLocaleString('en-US')}</span>}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** The same person always has the same background. */
function groundOf(userId: string): number {
  let hash = 2166136261;
  for (const character of userId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return (hash >>> 16) % GROUNDS;
}
