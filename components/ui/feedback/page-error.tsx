'use client';

import { describeError, isPartMissing } from './describe-error';
import styles from './page-error.module.css';

interface PageErrorProps {
  error: unknown;
  retry: () => void;
}

/**
 * Replaces a page that couldn't be rendered. Every page loads it, and it needs nothing that is fetched later, so it
 * uses plain elements. The server hides its own errors from browsers; the digest identifies them.
 */
export function PageError({ error, retry }: PageErrorProps) {
  const words = describeError(error);
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>This page could not be shown</h1>
      <div className={styles.box} role="alert">
        <p className={styles.what}>{words.title}</p>
        <p>{words.message}</p>
        {words.nextStep !== null && <p className={styles.next}>{words.nextStep}</p>}
        {digest !== null && (
          <p className={styles.next}>
            Reference <code>{digest}</code>
          </p>
        )}
        <button
          className={styles.again}
          type="button"
          onClick={isPartMissing(error) ? () => window.location.reload() : retry}
        >
          Try again
        </button>
      </div>
      <p>
        {/* The list of addresses would come along with every page, twice. */}
        <a href="/">Back to Home</a>
      </p>
    </main>
  );
}
