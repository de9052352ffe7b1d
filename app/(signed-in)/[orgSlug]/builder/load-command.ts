import { notFound } from 'next/navigation';
import { cache } from 'react';
import { descriptionOf } from '@/components/builder/description-of';
import type { Command } from '@/components/builder/use-command';
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
  const command = queryClient.getQueryData<Command>(queryKey(readCommand, input));
  const description = command === undefined ? '' : descriptionOf(command);
  return { queryClient, person, org, name: command?.name ?? '', description };
});
