import { notFound } from 'next/navigation';
import { cache } from 'react';
import { makeQueryClient } from '@/components/ui/query-client';
import { readCommand } from '@/lib/contract/commands';
import { queryKey } from '@/lib/query-keys';
import { readCommand as findCommand } from '@/server/commands/read-command';
import { AppError } from '@/server/errors';
import { requireOrg } from '@/server/http/page-session';
import { prefetch } from '@/server/http/prefetch';

/** The command of a builder page, once for a request, though its title and its body both need it. */
export const loadCommand = cache(async (orgSlug: string, commandId: number, returnTo: string) => {
  const { person, org } = await requireOrg(orgSlug, returnTo);
  const queryClient = makeQueryClient();
  const input = { params: { orgId: org.orgId, kitId: commandId } };
  try {
    await prefetch(queryClient, readCommand, findCommand, person, input);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound();
    throw error;
  }
  const name = queryClient.getQueryData<{ name: string }>(queryKey(readCommand, input))?.name ?? '';
  return { queryClient, person, org, name };
});
