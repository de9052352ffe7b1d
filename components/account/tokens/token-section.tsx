'use client';

import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { paths } from '@/lib/base/paths';
import view from '../account-view.module.css';
import { EditTokenDialog } from './edit-token-dialog';
import { NewTokenDialog } from './new-token-dialog';
import { TokenReveal } from './token-reveal';
import { TokenRow } from './token-row';
import styles from './token-section.module.css';
import {
  type FreshToken,
  type Token,
  type TokenOrg,
  type TokenOwner,
  useRevokeToken,
  useTokens,
} from './use-tokens';

interface TokenSectionProps {
  owner: TokenOwner;
  /** The organizations whose commands its tokens can be for. */
  orgs: readonly TokenOrg[];
  about: string;
}

/** The tokens of an owner: made, shown once, changed, and revoked. */
export function TokenSection({ owner, orgs, about }: TokenSectionProps) {
  const tokens = useTokens(owner);
  const revoke = useRevokeToken(owner);
  const [isMaking, setMaking] = useState(false);
  const [edited, setEdited] = useState<Token | null>(null);
  const [fresh, setFresh] = useState<FreshToken | null>(null);
  const rows = useMemo(() => tokens.data?.pages.flat(), [tokens.data]);
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setMaking(true)}>
      New token
    </Button>
  );
  return (
    <section aria-label="Access tokens">
      <div className={view.bar}>
        <p className={view.about}>
          {about}{' '}
          <Link href={paths.apiReference} prefetch={false}>
            What the API can do
          </Link>
        </p>
        {rows !== undefined && rows.length > 0 && add}
      </div>
      <QueryState
        query={{ ...tokens, data: rows }}
        loading={<ListSkeleton />}
        isEmpty={(loaded) => loaded.length === 0}
        empty={
          <div className={view.card}>
            <EmptyNotice icon={<IconKey size={22} stroke={1.75} />} title="No tokens yet" action={add}>
              A program sends a token instead of signing in. Choose what it may do, and revoke it whenever you
              like.
            </EmptyNotice>
          </div>
        }
      >
        {(loaded) => (
          <div className={styles.card}>
            <div className={styles.head} aria-hidden>
              {['Name', 'Can do', 'Last used', 'Expires'].map((head) => (
                <span key={head}>{head}</span>
              ))}
            </div>
            <ul className={styles.list} aria-label="Access tokens">
              {loaded.map((token) => (
                <TokenRow
                  key={token.tokenId}
                  token={token}
                  onEdit={() => setEdited(token)}
                  onRevoke={() => revoke(token)}
                />
              ))}
            </ul>
          </div>
        )}
      </QueryState>
      {tokens.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={tokens.isFetchingNextPage}
          onClick={() => void tokens.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {isMaking && (
        <NewTokenDialog
          owner={owner}
          orgs={orgs}
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setFresh(made);
          }}
        />
      )}
      {edited !== null && (
        <EditTokenDialog owner={owner} orgs={orgs} token={edited} onClose={() => setEdited(null)} />
      )}
      {fresh !== null && <TokenReveal owner={owner} fresh={fresh} onClose={() => setFresh(null)} />}
    </section>
  );
}
