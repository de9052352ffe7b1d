import Link from 'next/link';
import type { ReactNode } from 'react';
import { BrandMark } from '@/components/ui/layout/brand-mark';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';
import { DemoChip } from './demo/demo-chip';
import frame from './frame.module.css';
import styles from './nav-bar.module.css';

interface VisitorFrameProps {
  /** The sign-in link that leads back here; null for a signed-in person looking in from outside. */
  signInPath: string | null;
  isDemo: boolean;
  docsUrl: string | null;
  /** The link to book a call; null if none is offered. */
  callUrl: string | null;
  children: ReactNode;
}

/** The bar and the page for people looking in from outside. */
export function VisitorFrame({ signInPath, isDemo, docsUrl, callUrl, children }: VisitorFrameProps) {
  return (
    <>
      <a className={frame.skip} href="#main">
        Skip to the content
      </a>
      <header className={styles.bar}>
        <Link href={paths.landing} className={styles.brand}>
          <BrandMark />
          Pushboard
        </Link>
        {isDemo && <DemoChip />}
        <nav className={styles.visitor} aria-label="Main">
          {docsUrl !== null && (
            <a className={styles.link} href={docsUrl}>
              Docs
            </a>
          )}
          {callUrl !== null && (
            <a className={styles.link} href={callUrl}>
              Book a call
            </a>
          )}
          {signInPath === null ? (
            <LinkButton href={paths.landing} variant="default">
              Back to Home
            </LinkButton>
          ) : (
            <LinkButton href={signInPath}>Sign in</LinkButton>
          )}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={frame.main}>
        {children}
      </main>
    </>
  );
}
