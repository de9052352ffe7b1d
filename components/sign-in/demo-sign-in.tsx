'use client';

import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { Splash } from '@/components/ui/layout/splash';
import { useIsLive } from '@/components/ui/loading/use-is-live';
import { safeReturnPath } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listDemoPeople, signInAsDemoPerson } from '@/lib/contract/people/people';
import styles from './demo-sign-in.module.css';
import { PersonCard } from './person-card';

/** Demo mode's sign-in: a choice of people. `returnTo` is where to go afterward, if it is one of our own paths. */
export function DemoSignIn({ returnTo }: { returnTo: string | null }) {
  const isLive = useIsLive();
  const people = useQuery({
    queryKey: queryKey(listDemoPeople, {}),
    queryFn: ({ signal }) => callApi(listDemoPeople, {}, { signal }),
  });
  // People without an organization get one on the way.
  const hasOrg = (userId: string) =>
    people.data?.some((person) => person.userId === userId && person.orgs.length > 0) ?? true;
  const signIn = useMutation({
    mutationFn: (userId: string) => callApi(signInAsDemoPerson, { body: { userId } }),
    // Loads a new page, so that nothing of the previous person stays in memory.
    onSuccess: () => window.location.assign(safeReturnPath(returnTo)),
  });
  return (
    <>
      {signIn.isPending && (
        <Splash
          message={hasOrg(signIn.variables) ? 'Fetching your user info...' : 'Setting up your first org...'}
        />
      )}
      {signIn.isSuccess && <Splash message="Loading your orgs..." />}
      {signIn.error !== null && <ErrorNotice error={signIn.error} />}
      <QueryState query={people} loading={<PeopleSkeleton />}>
        {(found) => (
          <ul className={styles.people}>
            {found.map((person) => (
              <li key={person.userId}>
                <PersonCard
                  person={person}
                  isBusy={!isLive || signIn.isPending || signIn.isSuccess}
                  isChosen={signIn.variables === person.userId && !signIn.isError}
                  onChoose={() => signIn.mutate(person.userId)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </>
  );
}

function PeopleSkeleton() {
  return (
    <div className={styles.people}>
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <Skeleton key={place} height={120} radius="lg" />
      ))}
    </div>
  );
}
