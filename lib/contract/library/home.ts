import { z } from 'zod';
import { id, none, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** How many commands the home page names of what was shared, what is used most, and what to begin with. */
export const MOST_SUGGESTED = 6;

const command = {
  commandId: ['kit_id', id],
  orgId: ['org_id', textId],
  name: ['name', z.string()],
  sourceKind: ['source_kind', z.string()],
  folderName: ['directory_name', z.string().nullable()],
} as const;

/** A command that the home page leads to. */
export const homeCommand = resource(command);

/** Null for what was shared more than 90 days ago: notifications are kept that long. */
const sharedAt = ['shared_at', time.nullable()] as const;

export const sharedCommand = resource({ ...command, sharedAt });

/** A folder, with how many of its commands the person sees in it. */
export const sharedFolder = resource({
  folderId: ['directory_id', id],
  name: ['name', z.string()],
  commandCount: ['kit_count', z.int()],
  sharedAt: ['shared_at', time],
});

/** A command with how often it was run in the past 30 days, by anyone. */
export const usedCommand = resource({ ...command, runs: ['runs', z.int()] });

/** The steps of a sandbox's story, in their order: find orders, refund one on its row, take that back. */
export const storySteps = ['find', 'refund', 'undo'] as const;

/** A sandbox's commands that show in a minute what Pushboard does, and which of them the person has run. */
export const story = resource({
  findId: ['find_kit_id', id],
  refundId: ['refund_kit_id', id],
  done: ['done', z.array(z.enum(storySteps))],
});

/** What a person most likely wants when they come in. */
export const home = resource({
  pinned: ['pinned', z.array(homeCommand)],
  /** Commands that were shared with the person themselves, and that they have not opened yet. */
  shared: ['shared', z.array(sharedCommand)],
  /** The same of folders: they have opened none of the folder's commands since. Those of the past 90 days. */
  sharedFolders: ['shared_directories', z.array(sharedFolder)],
  mostUsed: ['most_used', z.array(usedCommand)],
  /** While nothing is used: some to begin with, those that only read first. */
  suggested: ['suggested', z.array(homeCommand)],
  /** Whether the organization is connected to anything that commands could be made of. */
  hasConnection: ['has_connection', z.boolean()],
  /** Null outside of sandboxes, and once the person has done all of it. */
  story: ['story', story.nullable()],
});

export const readHome = operation({
  id: 'readHome',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/home',
  summary:
    "What the caller's home page leads to: pinned commands, those shared with them, and those that are used most",
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: home },
});
