import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import type { Origin } from '../panel/sharing';

/** What gives a person access, with a link to it. Empty for what was given here. */
export function AccessOrigin({ origin, orgSlug }: { origin: Origin; orgSlug: string | null }) {
  switch (origin.kind) {
    case 'here':
      return null;
    case 'org':
      if (orgSlug === null) return 'org admin';
      return <Link href={paths.org(orgSlug)}>org admin</Link>;
    case 'creator':
      return 'created it';
    case 'group':
      return origin.groupName === null ? 'through a group' : `through ${origin.groupName}`;
    case 'folder':
      if (origin.folder === null) return 'through its folder';
      if (orgSlug === null) return `through folder ${origin.folder.name}`;
      return (
        <>
          through folder{' '}
          <Link href={paths.folder(orgSlug, origin.folder.folderId)}>{origin.folder.name}</Link>
        </>
      );
  }
}
