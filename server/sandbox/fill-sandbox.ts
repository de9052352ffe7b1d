import statement from 'sql-template-tag';
import { prisma } from '@/server/base/database/prisma';
import { execute } from '@/server/base/database/statements';
import { addCommand } from '@/server/commands/template/add-command';
import { addCategoryDropdown } from '@/server/sandbox/category-dropdown';
import { connectSampleApi } from '@/server/sandbox/sample-api';
import { type SampleCommand, sampleApiCommand, sampleCommands } from '@/server/sandbox/sample-commands';
import { connectSample } from '@/server/sandbox/sample-credential';
import { tieStory } from '@/server/sandbox/story';
import { openSource } from '@/server/sources/sync/open-source';

/** A command that a sandbox has got, by the name of the sample. */
export interface MadeSample {
  commandId: number;
  name: string;
}

/** The ids of samples by name; undefined for those that aren't new, which stay as their engineers set them up. */
export const idsOf = (made: readonly MadeSample[], ...names: string[]): (number | undefined)[] =>
  names.map((name) => made.find((each) => each.name === name)?.commandId);

const product = { actorUserId: null, requestId: null, address: null };

/** The addresses of the sample sources; null if one is not configured. */
export interface SampleSources {
  sampleDatabaseUrl?: string | undefined;
  sampleApiUrl?: string | undefined;
}

/**
 * Connects a sandbox to the sample sources and creates its example commands. Existing ones are kept, with all their
 * changes.
 *
 * @param userId the creator of the commands
 * @returns the commands that this call created
 */
export async function fillSandbox(
  orgId: string,
  userId: string,
  { sampleDatabaseUrl, sampleApiUrl }: SampleSources,
): Promise<MadeSample[]> {
  const made: MadeSample[] = [];
  const maker = { orgId, userId };
  if (sampleDatabaseUrl !== undefined) {
    const credentialId = await connectSample(orgId, 'database', sampleDatabaseUrl);
    const ofShop = await addSamples(maker, credentialId, ({ friendlyName }) => sampleCommands[friendlyName]);
    const [find, refund, undo] = idsOf(ofShop, 'Find orders', 'Refund an order', 'Undo a refund');
    if (find !== undefined && refund !== undefined && undo !== undefined) {
      await tieStory(orgId, userId, { find, refund, undo });
    }
    const [categories, sellers] = idsOf(ofShop, 'Product categories', 'Best sellers');
    if (categories !== undefined && sellers !== undefined) {
      await addCategoryDropdown(orgId, userId, { categories, sellers });
    }
    made.push(...ofShop);
  }
  if (sampleApiUrl !== undefined) {
    const credentialId = await connectSampleApi(orgId, userId, sampleApiUrl);
    const ofApi = await addSamples(maker, credentialId, sampleApiCommand);
    const ids = ofApi.map(({ commandId }) => commandId);
    if (ids.length > 0) {
      await nameInputs(orgId, ids);
    }
    made.push(...ofApi);
  }
  return made;
}

async function addSamples(
  { orgId, userId }: { orgId: string; userId: string },
  credentialId: number,
  sampleOf: (found: { friendlyName: string; cloudName: string }) => SampleCommand | undefined,
): Promise<MadeSample[]> {
  const existing = await prisma().template.findMany({
    where: { orgId, credentialId },
    select: { cloudId: true },
  });
  const known = new Set(existing.map(({ cloudId }) => cloudId));
  const source = await openSource(orgId, credentialId);
  const described = await source.use(async ({ connector, connection, context }) => {
    const found = await connector.discover(connection, context);
    const wanted = found.filter((each) => sampleOf(each) !== undefined && !known.has(each.cloudId));
    const cloudIds = wanted.map(({ cloudId }) => cloudId);
    return connector.describeAll(connection, context, cloudIds);
  });
  const made: MadeSample[] = [];
  for (const template of described.values()) {
    const sample = sampleOf(template);
    if (sample === undefined) continue;
    const { name, folder, warningTag, runButtonText, settings } = sample;
    const { commandId } = await addCommand({
      orgId,
      userId,
      credentialId,
      described: { ...template, friendlyName: name },
      audit: product,
    });
    const { templateId } = await prisma().command.update({
      where: { commandId },
      data: { ...settings, folderId: await folderOf(orgId, folder) },
    });
    await prisma().template.update({ where: { templateId }, data: { warningTag, runButtonText } });
    made.push({ commandId, name });
  }
  return made;
}

/** The sandbox's folder with this name, created if needed. */
async function folderOf(orgId: string, name: string): Promise<number> {
  const { folderId } =
    (await prisma().folder.findFirst({ where: { orgId, name } })) ??
    (await prisma().folder.create({ data: { orgId, name } }));
  return folderId;
}

/**
 * Names inputs as an engineer would: `query.opened_since` becomes "Opened since". Outside of its address, `number` doesn't
 * say of what.
 */
async function nameInputs(orgId: string, commandIds: readonly number[]): Promise<void> {
  await execute(statement`update command_input i
    set display_name = upper(left(named.words, 1)) || substr(named.words, 2)
     from (
       select template_input_id, case when key = 'path.number' then 'ticket number'
         else replace(regexp_replace(key, '^[^.]*\\.', ''), '_', ' ') end as words
       from template_input where org_id = ${orgId}
     ) named
     where i.org_id = ${orgId} and i.command_id = any(${commandIds}::int[])
       and named.template_input_id = i.template_input_id`);
}
