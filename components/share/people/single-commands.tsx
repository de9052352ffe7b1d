import { allOf } from '@/lib/base/text/lists';
import styles from '../panel/share-form.module.css';
import type { Shared } from '../panel/sharing';

const MOST_NAMED = 5;

/** Who isn't listed with a folder, because they have single commands in it. */
export function SingleCommands({ shared: { namesOfCommands: names } }: { shared: Shared }) {
  if (names.length === 0) return null;
  const more = names.length - MOST_NAMED;
  const named = [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return (
    <p className={styles.below} title={more > 0 ? names.join(', ') : undefined}>
      {allOf(named)} {names.length === 1 ? 'has' : 'have'} single commands in this folder, not the folder
      itself.
    </p>
  );
}
