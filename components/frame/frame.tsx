'use client';

import type { ReactNode } from 'react';
import { DemoBanner } from './demo-banner';
import styles from './frame.module.css';
import { NavBar } from './nav-bar';
import { useRememberOrg } from './remember-org';
import { useSignedOutElsewhere } from './sign-out';
import type { FrameOffers, FrameOrg, FramePerson } from './who';

interface FrameProps {
  person: FramePerson;
  /** The organisation whose pages these are; null where one is being chosen. */
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  offers: FrameOffers;
  isDemo: boolean;
  children: ReactNode;
}

/** The bar at the top and the page below it, for whoever is signed in. */
export function Frame({ person, org, orgs, offers, isDemo, children }: FrameProps) {
  useSignedOutElsewhere();
  useRememberOrg(org?.orgId ?? null);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      {isDemo && <DemoBanner />}
      <NavBar person={person} org={org} orgs={orgs} offers={offers} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
