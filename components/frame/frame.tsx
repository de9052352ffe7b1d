'use client';

import type { ReactNode } from 'react';
import { DemoBanner } from './demo-banner';
import styles from './frame.module.css';
import { NavBar } from './nav-bar';
import { useSignedOutElsewhere } from './sign-out';
import type { FrameOrg, FramePerson } from './who';

interface FrameProps {
  person: FramePerson;
  /** The organisation whose pages these are; null where one is being chosen. */
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  isDemo: boolean;
  children: ReactNode;
}

/** The bar at the top and the page below it, for whoever is signed in. */
export function Frame({ person, org, orgs, isDemo, children }: FrameProps) {
  useSignedOutElsewhere();
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      {isDemo && <DemoBanner />}
      <NavBar person={person} org={org} orgs={orgs} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
