'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { BrandMark } from '@/components/ui/layout/brand-mark';
import { paths } from '@/lib/base/paths';
import { BellOnDemand } from './bell/bell-on-demand';
import { DemoChip } from './demo/demo-chip';
import type { FrameOffers, FrameOrg, FramePerson } from './frame-props';
import { OrgPicker } from './menus/org-picker';
import { pagesFor } from './menus/pages';
import { PhoneMenu } from './menus/phone-menu';
import { UserMenu } from './menus/user-menu';
import styles from './nav-bar.module.css';
import { PaletteButton } from './palette/palette-button';
import { RunningOnDemand } from './running/running-on-demand';

const CreateSandboxButton = dynamic(() => import('@/components/ui/create-sandbox-button'));

interface NavBarProps {
  person: FramePerson;
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
  offers: FrameOffers;
  isDemo: boolean;
}

/** The current page, the other pages, the organization, and the person. */
export function NavBar({ person, org, orgs, offers, isDemo }: NavBarProps) {
  const pathname = usePathname();
  const home = org === null ? paths.orgs : paths.home(org.slug);
  return (
    <header className={styles.bar}>
      <Link href={home} className={styles.brand}>
        <BrandMark />
        Pushboard
      </Link>
      {isDemo && <DemoChip />}
      <nav className={styles.links} aria-label="Main">
        {org !== null &&
          pagesFor(org).map(({ name, path }) => (
            <Link
              key={name}
              href={path(org.slug)}
              className={styles.link}
              aria-current={
                pathname === path(org.slug) ? 'page' : isWithin(pathname, name) ? 'true' : undefined
              }
            >
              {name}
            </Link>
          ))}
      </nav>
      <div className={styles.palette}>
        {org !== null && <RunningOnDemand key={org.orgId} org={org} userId={person.userId} />}
        <PaletteButton org={org} userId={person.userId} />
        {org !== null && <BellOnDemand key={`bell-${org.orgId}`} org={org} />}
      </div>
      <div className={styles.right}>
        {offers.sandbox && <CreateSandboxButton />}
        {offers.org && (
          <Link href={paths.createOrg} prefetch={false} className={styles.offer}>
            Create organization
          </Link>
        )}
        {org !== null && <OrgPicker org={org} orgs={orgs} offersMore={offers.furtherOrg} />}
        <UserMenu person={person} org={org} />
      </div>
      <div className={styles.phone}>
        <PhoneMenu person={person} org={org} orgs={orgs} offers={offers} />
      </div>
    </header>
  );
}

/** A builder belongs to Commands. */
function isWithin(pathname: string, page: string): boolean {
  return page === 'Commands' && pathname.endsWith('/builder');
}
