import { z } from 'zod';
import { visibility, warningTag } from '@/lib/settings/command-settings';
import { id, json } from './values';
import { resource } from './wire';

const commandOfTemplate = resource({
  commandId: ['kit_id', id],
  name: ['name', z.string()],
  visibility: ['kit_visibility', visibility],
});

/** A setting of an engineer's that a change meets. */
const effect = resource({
  /** `default`, `label`, `note`, `hidden`, … : what was set. */
  kind: ['kind', z.string()],
  /** `kept`: stays as it is, and does not follow. `lost`: goes away. `unfit`: stays, and fits no longer. */
  outcome: ['outcome', z.enum(['kept', 'lost', 'unfit'])],
  /** Null where only the command's creator may know of it. */
  commandId: ['kit_id', id.nullable()],
  commandName: ['kit_name', z.string().nullable()],
});

/**
 * One thing that is otherwise at the source. `key` is the input's, or null for the whole. `added` and `removed`
 * hold the input as declared, `{type_id, default, treatment}`; a default that is an expression is
 * `{expression}`.
 */
const change = resource({
  key: ['key', z.string().nullable()],
  change: [
    'change',
    z.enum(['added', 'removed', 'type', 'default', 'optional', 'description', 'order', 'name', 'call']),
  ],
  before: ['before', json],
  after: ['after', json],
  affects: ['affects', z.array(effect)],
});

export const diffRow = resource({
  cloudId: ['cloud_id', z.string()],
  cloudName: ['cloud_name', z.string()],
  friendlyName: ['friendly_name', z.string()],
  diffType: ['diff_type', z.enum(['addition', 'deletion', 'update', 'undeletion', 'already_added', 'error'])],
  commands: ['cmd_instances', z.array(commandOfTemplate)],
  templateId: ['ol_id', id.nullable()],
  staticCommandSourceId: ['static_command_source_id', id.nullable()],
  commandId: ['kit_id', id.nullable()],
  /** Why it cannot be run with this connection, or compared with it, in words. */
  unavailableReason: ['unavailable_reason', z.string().nullable()],
  extension: ['extension', z.string().nullable()],
  /** What else the source declares of it, e.g. `security definer`, `stable`. */
  traits: ['traits', z.array(z.string())],
  /** What a command that is added of it is marked with. */
  warningTag: ['warning_tag', warningTag.nullable()],
  /** What groups it there: a tag, a folder of a collection. */
  sourceFolder: ['source_folder', z.string().nullable()],
  /** What the uploaded description that it stands in calls itself. */
  sourceTitle: ['source_title', z.string().nullable()],
  /** What `batch-commit` may be given to do nothing where it is otherwise by then. */
  revision: ['revision', z.string().nullable()],
  /** What it was known by before it was renamed, or took other arguments. */
  previousCloudId: ['previous_cloud_id', z.string().nullable()],
  changes: ['changes', z.array(change)],
  /** How many people ran it in the last 30 days; counted for what changed or is gone. */
  recentRunnerCount: ['recent_runner_count', z.int()],
  /** By which it is taken off the ignore list. */
  ignoreId: ['ignore_id', id.nullable()],
});

const rows = z.array(diffRow);

export const diff = resource({
  added: ['added', rows],
  deleted: ['deleted', rows],
  modified: ['modified', rows],
  undeleted: ['undeleted', rows],
  alreadyAdded: ['already_added', rows],
  error: ['error', rows],
  /** What could be added or brought back, but was put on the ignore list. */
  ignored: ['ignored', rows],
});
