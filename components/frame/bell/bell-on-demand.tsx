'use client';

import { Fetched, fetchedPart, useIsSettled } from '@/components/ui/loading/fetched-part';
import type { FrameOrg } from '../frame-props';
import styles from './bell.module.css';

const bell = fetchedPart(() => import('./bell'));

/** The bell, once the page has settled. Its place is kept, so that nothing moves when it comes. */
export function BellOnDemand(props: { org: FrameOrg }) {
  return <div className={styles.place}>{useIsSettled() && <Fetched part={bell} props={props} />}</div>;
}
