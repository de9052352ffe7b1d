import { BrandMark } from './brand-mark';
import styles from './splash.module.css';

/**
 * Over the whole page while it is being left for one that somebody has to be let into first: what is being waited for.
 * It shows itself only where that takes longer than a blink.
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
