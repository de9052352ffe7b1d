import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { descriptionOf } from '@/components/builder/header/description-of';
import type { Command } from '@/components/builder/use-command';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import type { Actor, Person } from '@/lib/access/vocabulary';
import { readCommand } from '@/lib/contract/commands';
import { paths } from '@/lib/paths';
import { queryKey } from '@/lib/query-keys';
import { loadCommand } from '@/server/access/load-command';
import { readCommand as findCommand } from '@/server/commands/read-command';
import { AppError } from '@/server/errors';
import { currentActor, orgOfCommand, orgsOf, requireOrg } from '@/server/http/page-session';
import { prefetch } from '@/server/http/prefetch';

/** A command as somebody has come to look at it. */
export interface CommandVisit {
  queryClient: QueryClient;
  command: Command;
  description: string;
  /** Null for a signed-out visitor of a public command. */
  person: Person | null;
  /** The organization around the page, which an outsider's command does not belong to; null for visitors. */
  orgSlug: string | null;
}

/** A command that somebody may know of, and not see. */
export interface ClosedCommand {
  closed: { orgId: string; commandId: number; name: string };
  orgSlug: string;
}

/**
 * The access gate of a builder: visitors who are signed out see public commands and sign in for others;
 * whoever is signed in sees what they may, each under an organization of their own. Members are told of a
 * command that is closed to them whom to ask; of all else, that it does not exist. Once for a request, though a
 * page's title and its body both need it.
 */
export const visitCommand = cache(
  async (orgSlug: string, commandId: number, returnTo: string): Promise<CommandVisit | ClosedCommand> => {
    const actor = await currentActor();
    if (actor.kind === 'signedOut') {
      const orgId = await orgOfCommand(actor, commandId);
      if (orgId === null) redirect(paths.signIn(returnTo));
      return open(actor, orgId, commandId, null);
    }
    const { org, orgs } = await requireOrg(orgSlug, returnTo);
    const orgId = await orgOfCommand(actor, commandId);
    if (orgId === null)
      return { closed: await closedCommand(actor, org.orgId, commandId), orgSlug: org.slug };
    const elsewhere = orgs.find((each) => each.orgId === orgId && each.orgId !== org.orgId);
    if (elsewhere !== undefined) redirect(underOrg(elsewhere.slug, returnTo));
    return open(actor, orgId, commandId, org.slug);
  },
);

/** A command that the actor may ask for, or else nothing that they may know of. */
async function closedCommand(
  actor: Actor,
  orgId: string,
  commandId: number,
): Promise<ClosedCommand['closed']> {
  try {
    const { name } = await loadCommand(actor, orgId, commandId, 'command.request');
    return { orgId, commandId, name };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound();
    throw error;
  }
}

/** The same for the store's address: whoever has the command goes on to their own builder. */
export const visitStoreCommand = cache(async (commandId: number): Promise<CommandVisit> => {
  const actor = await currentActor();
  const orgId = await orgOfCommand(actor, commandId);
  if (orgId === null) notFound();
  const visit = await open(actor, orgId, commandId, null);
  if (visit.command.visibility !== 'store') notFound();
  if (visit.person === null || !visit.command.hasAccess) return visit;
  const orgs = await orgsOf(visit.person);
  const home = orgs.find((org) => org.orgId === orgId) ?? orgs[0];
  return home === undefined ? visit : redirect(paths.builder(home.slug, commandId));
});

async function open(
  actor: Actor,
  orgId: string,
  commandId: number,
  orgSlug: string | null,
): Promise<CommandVisit> {
  const queryClient = makeQueryClient();
  const input = { params: { orgId, kitId: commandId } };
  try {
    await prefetch(queryClient, readCommand, findCommand, actor, input);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound();
    throw error;
  }
  const command = queryClient.getQueryData<Command>(queryKey(readCommand, input));
  if (command === undefined) throw new Error(`Command ${commandId} was read and is not there`);
  const person = actor.kind === 'person' ? actor : null;
  return { queryClient, command, description: descriptionOf(command), person, orgSlug };
}

/** The same page under another organization. */
function underOrg(orgSlug: string, path: string): string {
  return path.replace(/^\/[^/]+\//, `/${encodeURIComponent(orgSlug)}/`);
}
