'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { paths, safeReturnPath } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import type { ResponseOf } from '@/lib/contract/operation';
import { joinOrg, readInvitation } from '@/lib/contract/people/invites';
import { signInAsDemoPerson } from '@/lib/contract/people/people';

export type Invitation = ResponseOf<typeof readInvitation>;

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The token of the link, after the #; null until the browser has read it. */
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
  /** The current person isn't the invited one yet. */
  mustSignIn: boolean;
}

/**
 * Accepts an invitation and follows its link. In demo mode, someone else first becomes the invited person.
 * @param goTo where the link leads afterward; the organization's commands by default
 */
export function useAccept(token: string, goTo: string | null) {
  return useMutation({
    mutationFn: async ({ invitation: { userId }, mustSignIn }: Accepting) => {
      if (mustSignIn) await callApi(signInAsDemoPerson, { body: { userId, joinToken: token } });
      else await callApi(joinOrg, { params: { userId }, body: { token } });
    },
    // Loads a new page, so that nothing of the previous person stays in memory.
    onSuccess: (_, { invitation }) =>
      window.location.assign(goTo === null ? paths.commands(invitation.orgSlug) : safeReturnPath(goTo)),
  });
}
