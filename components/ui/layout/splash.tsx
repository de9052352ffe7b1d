import { BrandMark } from './brand-mark';
import styles from './splash.module.css';

/**
 * Covers the page while it is being left for one that needs setup first, and says what is happening. It appears only if
 * that takes longer than a blink.
 */
export function Splash({ message }: { message: string }) {
  return (
    <div className={styles.splash} role="status">
      <span className={styles.mark}>
        <BrandMark size={44} />
      </span>
      {message}
    </div>
  );
}
