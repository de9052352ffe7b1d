import { meantOrRelated } from '@/lib/commands/suggest';
import { listCommands } from '@/lib/contract/library/commands';
import type { ResponseOf } from '@/lib/contract/operation';
import { listMyOrgs } from '@/lib/contract/people/people';
import type { Api } from './api';
import { CliError, exitCodes, misused } from './exit';
import { ownCommand } from './settings';

/** A command in a list, with the organization that it is found in. */
export type FoundCommand = ResponseOf<typeof listCommands>[number] & { orgSlug: string };

/** An organization, by the name in its addresses. */
export type FoundOrg = ResponseOf<typeof listMyOrgs>[number] & { slug: string };

/**
 * Returns the person's organizations. Throws if they have none.
 *
 * @param org the slug, id, or name of the only one that is meant; undefined for all
 */
export async function findOrgs(api: Api, org: string | undefined): Promise<FoundOrg[]> {
  const all = (await api.call(listMyOrgs, {})).filter(({ isPendingToOrg }) => !isPendingToOrg);
  const orgs = all.map((each) => ({
    ...each,
    slug: each.slugs.find(({ isActive }) => isActive)?.slug ?? each.orgId,
  }));
  const wanted = orgs.filter(
    (each) => org === undefined || [each.slug, each.orgId, each.name].some((name) => isSame(name, org)),
  );
  if (wanted.length > 0) return wanted;
  const names = orgs.map(({ slug }) => slug).join(', ');
  throw new CliError(
    exitCodes.refused,
    org === undefined
      ? 'You are not a member of any organization.'
      : `You are not a member of “${org}”. Yours are: ${names}.`,
  );
}

/**
 * The organization that is meant. Throws if the person has several.
 *
 * @param org the slug, id, or name of the one that is meant; undefined for the only one
 */
export async function onlyOrg(api: Api, org: string | undefined): Promise<{ orgId: string; slug: string }> {
  const [only, ...others] = await findOrgs(api, org);
  if (only !== undefined && others.length === 0) return only;
  const names = [only, ...others].map((each) => each?.slug).join(', ');
  throw misused(`Say with --org which organization you mean: ${names}.`);
}

/**
 * The commands of the person's organizations that they can run.
 *
 * @param org the slug, id, or name of the only organization to look in; undefined for all
 */
export async function findCommands(api: Api, org: string | undefined): Promise<FoundCommand[]> {
  const wanted = await findOrgs(api, org);
  const lists = await Promise.all(
    wanted.map(async ({ orgId, slug }) => {
      const commands = await api.call(
        listCommands,
        { params: { orgId }, query: { people: 'brief' } },
        { isTrusted: true },
      );
      return commands
        .filter(({ isHidden, isDeleted, hasAccess }) => hasAccess && !isHidden && !isDeleted)
        .map((command) => ({ ...command, orgSlug: slug }));
    }),
  );
  return lists.flat();
}

/** The one command with an id or name, which may begin with its folder: `Shipping/Track a parcel`. */
export async function findCommand(api: Api, name: string, org: string | undefined): Promise<FoundCommand> {
  const commands = await findCommands(api, org);
  const found = commands.filter((command) => isNamed(command, name));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) throw new CliError(exitCodes.refused, notFound(commands, name));
  const choices = found.map(
    ({ commandId, name: each, folderName, sourceName, orgSlug }) =>
      `  ${commandId}  ${orgSlug}: ${folderName === null ? '' : `${folderName}/`}${each}${sourceName === '' ? '' : ` (${sourceName})`}`,
  );
  throw misused(`Several commands are named “${name}”. Use an id:\n${choices.join('\n')}`);
}

function isNamed({ commandId, name, folderName }: FoundCommand, wanted: string): boolean {
  if (/^\d+$/.test(wanted)) return commandId === Number(wanted) || name === wanted;
  return isSame(name, wanted) || (folderName !== null && isSame(`${folderName}/${name}`, wanted));
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function notFound(commands: readonly FoundCommand[], wanted: string): string {
  const meant = meantOrRelated(wanted, [...new Set(commands.map(({ name }) => name))]);
  const similar = meant.flatMap((each) =>
    commands.filter(({ name }) => name === each).map(({ commandId, name }) => `  ${commandId}  ${name}`),
  );
  const hint = similar.length > 0 ? `Did you mean:\n${similar.join('\n')}` : `See "${ownCommand('list')}".`;
  return `Your token reaches no command named “${wanted}”. ${hint}`;
}
