'use client';

import { Button } from '@mantine/core';
import { IconDatabaseImport, IconEyeOff, IconSquareRoundedPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listCredentials } from '@/lib/contract/sources/credentials';
import { LibrarySkeleton } from '../library-skeleton';
import styles from '../library-view.module.css';
import { NewCommandMenu } from '../menus/new-command-menu';
import { WhoConnects } from '../menus/who-connects';
import type { LibraryOwner } from '../use-library';

interface LibraryEmptyProps {
  owner: LibraryOwner;
  /** Leads back from the hidden commands; null where the others are listed. */
  onShowAll: (() => void) | null;
}

/** An empty library: what to do first, depending on the person. */
export default function LibraryEmpty({ owner, onShowAll }: LibraryEmptyProps) {
  if (onShowAll === null && owner.isAdmin) return <NothingMade orgId={owner.org.orgId} />;
  return (
    <div className={styles.card}>
      {onShowAll !== null ? (
        <EmptyNotice
          icon={<IconEyeOff size={22} stroke={1.75} />}
          title="Nothing is hidden"
          action={
            <Button variant="default" onClick={onShowAll}>
              Show all commands
            </Button>
          }
        >
          Commands hidden from the library are listed here and can be restored.
        </EmptyNotice>
      ) : (
        <EmptyNotice
          icon={<IconSquareRoundedPlus size={22} stroke={1.75} />}
          title="No commands are shared with you yet"
        >
          When an engineer shares a command with you, it appears here. <WhoConnects orgId={owner.org.orgId} />
        </EmptyNotice>
      )}
    </div>
  );
}

/** For an admin: if a database is already connected, adding its routines is next. */
function NothingMade({ orgId }: { orgId: string }) {
  const input = { params: { orgId }, query: { filter: ['syncs:true'] } };
  const connections = useQuery({
    queryKey: queryKey(listCredentials, input),
    queryFn: ({ signal }) => callApi(listCredentials, input, { signal }),
  });
  if (connections.isPending) return <LibrarySkeleton />;
  const databases = connections.data?.filter(({ credType }) => credType === 'db') ?? [];
  return (
    <div className={styles.card}>
      {databases.length > 0 ? (
        <EmptyNotice
          icon={<IconDatabaseImport size={22} stroke={1.75} />}
          title="You haven't imported any SPROCs / functions yet!"
          action={<NewCommandMenu orgId={orgId} label="Create a button" />}
        >
          {databases.map(({ name }) => name).join(', ')} {databases.length === 1 ? 'is' : 'are'} connected.
          Choose which routines become buttons.
        </EmptyNotice>
      ) : (
        <EmptyNotice
          icon={<IconSquareRoundedPlus size={22} stroke={1.75} />}
          title="You haven't created any buttons yet!"
          action={<NewCommandMenu orgId={orgId} label="Create a button" />}
        >
          A button runs one routine of a database that you connect, or one request to an API.
        </EmptyNotice>
      )}
    </div>
  );
}
