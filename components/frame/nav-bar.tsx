'use client';

import dynamic from 'next/dynamic';
import Link, { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import { BrandMark } from '@/components/ui/layout/brand-mark';
import { servedPart } from '@/components/ui/loading/served-part';
import { paths } from '@/lib/base/paths';
import { BellOnDemand } from './bell/bell-on-demand';
import { DemoChip } from './demo/demo-chip';
import type { FrameOffers, FrameOrg, FramePerson } from './frame-props';
import { OrgMenu } from './menus/org-menu';
import { isCurrent, pagesFor } from './menus/pages';
import { PhoneMenu } from './menus/phone-menu';
import { UserMenu } from './menus/user-menu';
import styles from './nav-bar.module.css';
import { PaletteButton } from './palette/palette-button';
import { RunningOnDemand } from './running/running-on-demand';

const CreateSandboxButton = servedPart(
  dynamic(() => import('@/components/ui/create-sandbox-button')),
  () => import('@/components/ui/create-sandbox-button'),
);

interface NavBarProps {
  person: FramePerson;
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  offers: FrameOffers;
  isDemo: boolean;
}

/** The organization, its pages, and the person. */
export function NavBar({ person, org, orgs, offers, isDemo }: NavBarProps) {
  const pathname = usePathname();
  const home = org === null ? paths.orgs : paths.home(org.slug);
  return (
    <header className={styles.bar}>
      <div className={styles.place}>
        <Link href={home} className={styles.brand}>
          <BrandMark />
          Pushboard
        </Link>
        {org !== null && (
          <span className={styles.org} title={org.name}>
            {org.name}
          </span>
        )}
        {isDemo && <DemoChip />}
      </div>
      <nav className={styles.links} aria-label="Main">
        {org !== null && (
          <>
            {pagesFor(org).map(({ name, path }) => (
              <Link
                key={name}
                href={path(org.slug)}
                className={styles.link}
                aria-current={isCurrent(pathname, path(org.slug))}
              >
                {name}
                <OnItsWay />
              </Link>
            ))}
            <OrgMenu org={org} orgs={orgs} offersMore={offers.org} />
          </>
        )}
      </nav>
      <div className={styles.palette}>
        {org !== null && <RunningOnDemand key={org.orgId} org={org} userId={person.userId} />}
        <PaletteButton org={org} userId={person.userId} />
        {org !== null && <BellOnDemand key={`bell-${org.orgId}`} org={org} />}
      </div>
      <div className={styles.right}>
        {offers.sandbox && <CreateSandboxButton />}
        <UserMenu person={person} org={org} />
      </div>
      <div className={styles.phone}>
        <PhoneMenu person={person} org={org} orgs={orgs} offersMore={offers.org} />
      </div>
    </header>
  );
}

/** Marks the link around it while its page loads, so that a click shows at once. */
function OnItsWay() {
  return useLinkStatus().pending && <span hidden data-on-its-way />;
}
