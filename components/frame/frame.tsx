'use client';

import type { ReactNode } from 'react';
import { useFocusOnArrival } from './focus-on-arrival';
import styles from './frame.module.css';
import type { FrameOffers, FrameOrg, FramePerson } from './frame-props';
import { NavBar } from './nav-bar';
import { useRememberOrg } from './remember-org';
import { SessionWatch } from './session/session-watch';
import { useTopOfNextPage } from './top-of-next-page';

interface FrameProps {
  person: FramePerson;
  /** The current organization; null while one is being chosen. */
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  offers: FrameOffers;
  isDemo: boolean;
  /** The time since sign-in. */
  sessionAgeMs: number;
  children: ReactNode;
}

/** The bar at the top and the page below it, for signed-in people. */
export function Frame({ person, org, orgs, offers, isDemo, sessionAgeMs, children }: FrameProps) {
  useRememberOrg(org?.orgId ?? null);
  useFocusOnArrival();
  useTopOfNextPage();
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <SessionWatch sessionAgeMs={sessionAgeMs} />
      <NavBar person={person} org={org} orgs={orgs} offers={offers} isDemo={isDemo} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
