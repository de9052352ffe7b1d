import type { ReactNode } from 'react';
import { paths } from '@/lib/base/paths';
import { BrandMark } from './brand-mark';
import styles from './plain-page.module.css';

interface PlainPageProps {
  title: string;
  /** `wide` for pages that hold more than a message. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

/** A page without the bar: for visitors, and for pages outside any area. */
export function PlainPage({ title, width = 'narrow', children }: PlainPageProps) {
  return (
    <main className={styles.page} data-width={width}>
      {/* Not a Link: the page of unknown addresses has this one, and every page would load its script. */}
      <a href={paths.landing} className={styles.brand}>
        <BrandMark size={28} />
        Pushboard
      </a>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </main>
  );
}
