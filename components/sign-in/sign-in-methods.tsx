'use client';

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '@/components/ui/feedback/query-state';
import { Moment } from '@/components/ui/text/moment';
import { callApi } from '@/lib/api-client';
import { listSignInMethods } from '@/lib/contract/identity/sign-in';
import { paths } from '@/lib/paths';
import { queryKey } from '@/lib/query-keys';
import { ProviderSignIn, type ShownIssuer } from './provider-sign-in';
import styles from './sign-in-methods.module.css';

interface SignInMethodsProps {
  issuers: readonly ShownIssuer[];
  window: 'redirect' | 'popup';
}

/** The ways in which a person signs in, and those that they can add. */
export function SignInMethods({ issuers, window }: SignInMethodsProps) {
  const methods = useQuery({
    queryKey: queryKey(listSignInMethods, {}),
    queryFn: ({ signal }) => callApi(listSignInMethods, {}, { signal }),
  });
  return (
    <QueryState query={methods} loading={<Skeleton height={80} />}>
      {(found) => {
        const known = new Set(found.map(({ label }) => label));
        const others = issuers.filter(({ label }) => !known.has(label));
        return (
          <>
            {found.length === 0 && <p>You were let in by the person who runs this server.</p>}
            <ul className={styles.methods}>
              {found.map(({ issuer, label, since }) => (
                <li key={issuer} className={styles.method}>
                  <span className={styles.label}>{label}</span>
                  <span className={styles.since}>
                    since <Moment at={since} as="row" />
                  </span>
                </li>
              ))}
            </ul>
            {others.length > 0 && (
              <ProviderSignIn
                issuers={others}
                window={window}
                returnTo={paths.signInMethods}
                purpose="link"
              />
            )}
          </>
        );
      }}
    </QueryState>
  );
}
