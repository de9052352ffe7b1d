'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { ResponseOf } from '@/lib/contract/operation';
import { listEngineers, sendGeneralEmail } from '@/lib/contract/sharing/access-requests';

const FAILED_MS = 6_000;

/** An engineer who can be asked for a command. */
export type Engineer = ResponseOf<typeof listEngineers>['engineers'][number];

/** The engineers who can be asked for a command. */
export function useEngineers(orgId: string, commandId: number) {
  const input = { params: { orgId, kitId: commandId } };
  return useQuery({
    queryKey: queryKey(listEngineers, input),
    queryFn: ({ signal }) => callApi(listEngineers, input, { signal }),
  });
}

interface Asked {
  engineers: readonly Engineer[];
  /** Why the person needs the command; may be empty. */
  reason: string;
}

/** Asks engineers for access to a command and reports the outcome. */
export function useRequestAccess(orgId: string, command: { commandId: number; name: string }) {
  return useMutation({
    mutationFn: ({ engineers, reason }: Asked) => {
      const call = callApi(sendGeneralEmail, {
        params: { orgId },
        body: {
          toAddresses: engineers.map(({ email }) => email),
          subject: `Access to ${command.name}`,
          message: `Could you share ${command.name} with me? ${reason.trim()}`.trim(),
          commandId: command.commandId,
        },
      });
      return toast.during('Sending email...', call);
    },
    onSuccess: (outcomes) => {
      if (outcomes.some(({ posted }) => posted === 'outbox')) {
        toast.success(
          'Requested access. No mail server is set up: engineers see your request in Pushboard, under their bell.',
        );
      } else {
        toast.success('Requested access. Keep an eye on your email for a share notification.');
      }
    },
    onError: (error) => toast.failure('Error requesting access', error, { durationMs: FAILED_MS }),
  });
}
