'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { BrandMark } from '@/components/ui/brand-mark';
import { paths } from '@/lib/paths';
import styles from './nav-bar.module.css';
import { OrgPicker } from './org-picker';
import { PaletteButton } from './palette-button';
import { PhoneMenu } from './phone-menu';
import { UserMenu } from './user-menu';
import type { FrameOrg, FramePerson } from './who';

interface NavBarProps {
  person: FramePerson;
  org: FrameOrg | null;
  orgs: readonly FrameOrg[];
}

/** Where one is, where one can go, which organisation, and who one is. */
export function NavBar({ person, org, orgs }: NavBarProps) {
  const pathname = usePathname();
  const home = org === null ? paths.orgs : paths.commands(org.slug);
  const isAtHistory = org !== null && pathname === paths.history(org.slug);
  const isAtCommands = org !== null && pathname !== paths.orgs && !isAtHistory;
  return (
    <header className={styles.bar}>
      <Link href={home} className={styles.brand}>
        <BrandMark />
        Pushboard
      </Link>
      <nav className={styles.links} aria-label="Main">
        {org !== null && (
          <Link
            href={paths.commands(org.slug)}
            className={styles.link}
            aria-current={pathname === paths.commands(org.slug) ? 'page' : isAtCommands ? 'true' : undefined}
          >
            Commands
          </Link>
        )}
        {org !== null && (
          <Link
            href={paths.history(org.slug)}
            className={styles.link}
            aria-current={isAtHistory ? 'page' : undefined}
          >
            History
          </Link>
        )}
      </nav>
      <div className={styles.palette}>
        <PaletteButton org={org} />
      </div>
      <div className={styles.right}>
        {org !== null && <OrgPicker org={org} orgs={orgs} />}
        <UserMenu person={person} />
      </div>
      <div className={styles.phone}>
        <PhoneMenu person={person} org={org} orgs={orgs} />
      </div>
    </header>
  );
}
