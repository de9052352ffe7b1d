'use client';

import { IconBuilding, IconChevronRight } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PageTitle } from '@/components/ui/layout/page-title';
import { servedPart } from '@/components/ui/loading/served-part';
import { paths } from '@/lib/base/paths';
import styles from './org-list.module.css';
import { useForeignOrgToast } from './use-foreign-org-toast';

const CreateSandboxButton = servedPart(
  dynamic(() => import('@/components/ui/create-sandbox-button')),
  () => import('@/components/ui/create-sandbox-button'),
);

interface ListedOrg {
  orgId: string;
  name: string;
  slug: string;
  role: 'admin' | 'member';
  isSandbox: boolean;
  /** Whether the person used it last. */
  isActive: boolean;
  /** Why this session can't enter it, in words; null if it can. */
  closed: string | null;
}

interface OrgListProps {
  orgs: readonly ListedOrg[];
  mayCreate: { sandbox: boolean; org: boolean };
  /** Signs out, for an organization that needs another sign-in. */
  logout: ReactNode;
}

/** The person's organizations, to choose one or create another. */
export function OrgList({ orgs, mayCreate, logout }: OrgListProps) {
  useForeignOrgToast();
  return (
    <>
      <div className={styles.top}>
        <PageTitle>All my organizations</PageTitle>
        <div className={styles.buttons}>
          {mayCreate.sandbox && <CreateSandboxButton />}
          {mayCreate.org && <LinkButton href={paths.createOrg}>Create organization</LinkButton>}
        </div>
      </div>
      <div className={styles.card}>
        {orgs.length === 0 ? (
          <EmptyNotice
            icon={<IconBuilding size={22} stroke={1.75} />}
            title="You are not in any organization"
          >
            Create one, or ask an admin to invite you. Commands shared with you personally open from the link
            you were sent.
          </EmptyNotice>
        ) : (
          <table aria-label="Organizations" className={styles.table}>
            <thead className={styles.block}>
              <tr className={styles.head}>
                <th scope="col">Name</th>
                <th scope="col">ID</th>
                <th scope="col">Organization type</th>
                <th scope="col">Your role</th>
                <th scope="col">Is active</th>
              </tr>
            </thead>
            <tbody className={styles.block}>
              {orgs.map((org) => (
                <OrgRow key={org.orgId} org={org} logout={logout} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

function OrgRow({ org, logout }: { org: ListedOrg; logout: ReactNode }) {
  return (
    <tr className={styles.row}>
      <td>
        {org.closed === null ? (
          <Link href={paths.home(org.slug)} className={styles.name}>
            {org.name}
          </Link>
        ) : (
          <>
            <span className={styles.closedName}>{org.name}</span>
            <p className={styles.closed}>{org.closed}</p>
            {logout}
          </>
        )}
      </td>
      <td className={styles.id}>{org.orgId}</td>
      <td>{org.isSandbox ? 'Sandbox' : 'Organization'}</td>
      <td>{org.role === 'admin' ? 'Admin' : 'Member'}</td>
      <td className={styles.active} data-active={org.isActive || undefined}>
        <span className={styles.answer}>{org.isActive ? 'Yes' : 'No'}</span>
        {org.closed === null && (
          <IconChevronRight className={styles.chevron} size={16} stroke={1.75} aria-hidden />
        )}
      </td>
    </tr>
  );
}
