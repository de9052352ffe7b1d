'use client';

import { useEffect, useState } from 'react';
import { Fetched, fetchedPart, SETTLED_MS } from '@/components/ui/loading/fetched-part';
import type { FrameOrg } from '../frame-props';
import styles from './bell.module.css';

const bell = fetchedPart(() => import('./bell'));

/** The bell, once the page has settled. Its place is kept, so that nothing moves when it comes. */
export function BellOnDemand(props: { org: FrameOrg }) {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div className={styles.place}>{isSettled && <Fetched part={bell} props={props} />}</div>;
}
