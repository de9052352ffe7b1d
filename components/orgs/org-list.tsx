'use client';

import { IconBuilding, IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import { Chip } from '@/components/ui/chip';
import { EmptyNotice } from '@/components/ui/empty-notice';
import { PageTitle } from '@/components/ui/page-title';
import { paths } from '@/lib/paths';
import styles from './org-list.module.css';
import { useForeignOrgToast } from './use-foreign-org-toast';

interface OrgListProps {
  orgs: readonly {
    orgId: string;
    name: string;
    slug: string;
    role: 'admin' | 'member';
    isSandbox: boolean;
  }[];
}

/** The organisations of the person, to choose one. */
export function OrgList({ orgs }: OrgListProps) {
  useForeignOrgToast();
  return (
    <>
      <PageTitle>All My Organizations</PageTitle>
      <div className={styles.card}>
        {orgs.length === 0 ? (
          <EmptyNotice icon={<IconBuilding size={22} stroke={1.75} />} title="You are in no organisation yet">
            Ask an admin of one to invite you. Commands that were shared with you alone open from the link you
            were sent.
          </EmptyNotice>
        ) : (
          <ul className={styles.list}>
            {orgs.map((org) => (
              <li key={org.orgId} className={styles.row}>
                <Link href={paths.commands(org.slug)} className={styles.link}>
                  <IconBuilding size={16} stroke={1.75} aria-hidden />
                  <span className={styles.name}>{org.name}</span>
                  <Chip kind="machine">{org.orgId}</Chip>
                  <span className={styles.facts}>
                    {org.isSandbox ? 'Sandbox' : 'Organization'} · {org.role === 'admin' ? 'Admin' : 'Member'}
                  </span>
                  <IconChevronRight size={16} stroke={1.75} aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
