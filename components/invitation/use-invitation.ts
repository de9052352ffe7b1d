'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callApi } from '@/lib/api-client';
import { joinOrg, readInvitation } from '@/lib/contract/invites';
import type { ResponseOf } from '@/lib/contract/operation';
import { signInAsDemoPerson } from '@/lib/contract/people';
import { paths, safeReturnPath } from '@/lib/paths';

export type Invitation = ResponseOf<typeof readInvitation>;

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The token of the link, which stands behind the #; null until the browser has said. */
export function useToken(): string | null {
  return useSyncExternalStore(
    onHashChange,
    () => window.location.hash.slice(1),
    () => null,
  );
}

export function useInvitation(token: string | null) {
  return useQuery({
    queryKey: [readInvitation.id, token],
    queryFn: ({ signal }) => callApi(readInvitation, { body: { token: token ?? '' } }, { signal }),
    enabled: token !== null && token !== '',
  });
}

interface Accepting {
  invitation: Invitation;
  /** Whoever is here is not the invited person yet. */
  mustSignIn: boolean;
}

/**
 * Accepts an invitation and goes to what it leads to. In demo mode whoever is somebody else becomes the invited person
 * first.
 *
 * @param goTo where the link leads to after that; the commands of the organization without it
 */
export function useAccept(token: string, goTo: string | null) {
  return useMutation({
    mutationFn: async ({ invitation: { userId }, mustSignIn }: Accepting) => {
      if (mustSignIn) await callApi(signInAsDemoPerson, { body: { userId, joinToken: token } });
      else await callApi(joinOrg, { params: { userId }, body: { token } });
    },
    // A whole new page: nothing of whoever was here before stays in memory.
    onSuccess: (_, { invitation }) =>
      window.location.assign(goTo === null ? paths.commands(invitation.orgSlug) : safeReturnPath(goTo)),
  });
}
