'use client';

import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './side-panel-stack.module.css';

interface DockedPanelsProps {
  /** The id of the title that names them. */
  titleId: string;
  children: ReactNode;
}

/** The frame of panels next to a page that stays in use. It begins below the bar at the top of the page. */
export function DockedPanels({ titleId, children }: DockedPanelsProps) {
  const ref = useRef<HTMLElement>(null);
  const place = () => {
    const top = document.getElementById('main')?.getBoundingClientRect().top ?? 0;
    ref.current?.style.setProperty('--page-top', `${top}px`);
  };
  useLayoutEffect(place, []);
  useWindowEvent('scroll', place);
  useWindowEvent('resize', place);
  useEffect(() => {
    document.body.dataset.docked = '';
    return () => {
      delete document.body.dataset.docked;
    };
  }, []);
  return (
    <section ref={ref} role="dialog" aria-labelledby={titleId} tabIndex={-1} className={styles.docked}>
      {children}
    </section>
  );
}
