'use client';

import { IconBuilding } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PageTitle } from '@/components/ui/layout/page-title';
import { paths } from '@/lib/paths';
import styles from './org-list.module.css';
import { useForeignOrgToast } from './use-foreign-org-toast';

const CreateSandboxButton = dynamic(() => import('@/components/ui/create-sandbox-button'));

interface ListedOrg {
  orgId: string;
  name: string;
  slug: string;
  role: 'admin' | 'member';
  isSandbox: boolean;
  /** Whether the person used it last. */
  isActive: boolean;
}

interface OrgListProps {
  orgs: readonly ListedOrg[];
  mayCreate: { sandbox: boolean; org: boolean };
}

/** The person's organizations, to choose one or create another. */
export function OrgList({ orgs, mayCreate }: OrgListProps) {
  useForeignOrgToast();
  return (
    <>
      <div className={styles.top}>
        <PageTitle>All My Organizations</PageTitle>
        <div className={styles.buttons}>
          {mayCreate.sandbox && <CreateSandboxButton />}
          {mayCreate.org && <LinkButton href={paths.createOrg}>Create Organization</LinkButton>}
        </div>
      </div>
      <div className={styles.card}>
        {orgs.length === 0 ? (
          <EmptyNotice
            icon={<IconBuilding size={22} stroke={1.75} />}
            title="You are not in an organization yet"
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
                <th scope="col">Organization Type</th>
                <th scope="col">Your role</th>
                <th scope="col">Is Active</th>
              </tr>
            </thead>
            <tbody className={styles.block}>
              {orgs.map((org) => (
                <OrgRow key={org.orgId} org={org} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

function OrgRow({ org }: { org: ListedOrg }) {
  return (
    <tr className={styles.row}>
      <td>
        <Link href={paths.commands(org.slug)} className={styles.name}>
          {org.name}
        </Link>
      </td>
      <td className={styles.id}>{org.orgId}</td>
      <td>{org.isSandbox ? 'Sandbox' : 'Organization'}</td>
      <td>{org.role === 'admin' ? 'Admin' : 'Member'}</td>
      <td className={styles.active}>{org.isActive ? 'Yes' : 'No'}</td>
    </tr>
  );
}
