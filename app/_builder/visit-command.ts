import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { descriptionOf } from '@/components/builder/header/description-of';
import type { Command } from '@/components/builder/use-command';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import type { Actor, Person } from '@/lib/access/vocabulary';
import { paths } from '@/lib/base/paths';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import { EndedCopycat } from '@/server/access/ended-copycat';
import { loadCommand } from '@/server/access/load/load-command';
import { AppError } from '@/server/base/errors';
import { readCommand as findCommand } from '@/server/commands/command/read-command';
import { prefetch } from '@/server/http/prefetch';
import { currentActor, orgOfCommand, orgsOf, requireOrg } from '@/server/http/requests/page-session';

/** A command as a visitor of its builder sees it. */
export interface CommandVisit {
  queryClient: QueryClient;
  command: Command;
  description: string;
  /** Null for a signed-out visitor of a public command. */
  person: Person | null;
  /** The organization of the page, which is not the command's for outsiders; null for visitors. */
  orgSlug: string | null;
}

/** A command whose existence the person may know of, but which they may not open. */
export interface ClosedCommand {
  closed: { orgId: string; commandId: number; name: string };
  orgSlug: string;
}

/** A copy that the person has, without the command that it follows. */
export interface EndedCopy {
  /** Why it can't be opened, in words. */
  ended: string;
  orgSlug: string;
}

/**
 * The access gate of a builder. Signed-out visitors see public commands and are asked to sign in for others; signed-in
 * people see what they have access to, under an organization of their own. Members learn whom to ask for a command that
 * they may not open; any other command doesn't exist for them. Cached per request, since a page's title and its body
 * both need it.
 */
export const visitCommand = cache(
  async (
    orgSlug: string,
    commandId: number,
    returnTo: string,
  ): Promise<CommandVisit | ClosedCommand | EndedCopy> => {
    const actor = await currentActor();
    if (actor.kind === 'signedOut') {
      const orgId = await orgOfCommand(actor, commandId);
      if (orgId === null) redirect(paths.signIn(returnTo));
      return open(actor, orgId, commandId, null);
    }
    const { org, orgs } = await requireOrg(orgSlug, returnTo);
    const orgId = await orgOfCommand(actor, commandId);
    if (orgId === null) return closedCommand(actor, org, commandId);
    const elsewhere = orgs.find((each) => each.orgId === orgId && each.orgId !== org.orgId);
    if (elsewhere !== undefined) redirect(underOrg(elsewhere.slug, returnTo));
    return open(actor, orgId, commandId, org.slug);
  },
);

/** Returns a command that the actor may ask for, or why a copy of theirs ended; otherwise throws not-found. */
async function closedCommand(
  actor: Actor,
  { orgId, slug: orgSlug }: { orgId: string; slug: string },
  commandId: number,
): Promise<ClosedCommand | EndedCopy> {
  try {
    const { name } = await loadCommand(actor, orgId, commandId, 'command.request');
    return { closed: { orgId, commandId, name }, orgSlug };
  } catch (error) {
    if (error instanceof EndedCopycat) return { ended: error.message, orgSlug };
    if (error instanceof AppError && error.code === 'not_found') notFound();
    throw error;
  }
}

/** The same for the store's address: people who have the command are redirected to their own builder. */
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

/** Returns the address of the same page under another organization. */
function underOrg(orgSlug: string, path: string): string {
  return path.replace(/^\/[^/]+\//, `/${encodeURIComponent(orgSlug)}/`);
}
