import { z } from 'zod';
import { visibility, warningTag } from '@/lib/settings/command-choices';
import { id, json, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { dependents } from '../dependents/dependents';
import { sourceChange } from './source-change';

const commandOfTemplate = resource({
  commandId: ['kit_id', id],
  name: ['name', z.string()],
  visibility: ['kit_visibility', visibility],
});

/** An engineer's setting that a change affects, or something that stops with it. */
const effect = resource({
  /**
   * `default`, `label`, `note`, `hidden`, … : what was set; or what names the input: `job`, `auto_run`, `webhook`,
   * `condition`, `check`, `button`, `undo`, `preset`.
   */
  kind: ['kind', z.string()],
  /**
   * `kept`: stays as it is and doesn't follow the source. `lost`: is removed. `unfit`: stays, but no longer fits.
   * `stopped`: a job or a webhook is paused, and a command with a condition or a check can't be run. `carried`: goes along
   * with an input that was renamed.
   */
  outcome: ['outcome', z.enum(['kept', 'lost', 'unfit', 'stopped', 'carried'])],
  /** Why a job, an auto-run, or a webhook stops: it has a value for the input, one that no longer fits, or none. */
  need: ['need', z.enum(['value', 'unfit', 'missing']).nullable()],
  /** What stops or goes along: its name, or a check's message; null for settings. */
  name: ['name', z.string().nullable()],
  ownerName: ['owner_name', z.string().nullable()],
  /** When a job would run next. */
  nextAt: ['next_time', time.nullable()],
  /** Null if only the command's creator may see it. */
  commandId: ['kit_id', id.nullable()],
  commandName: ['kit_name', z.string().nullable()],
});

/**
 * One difference at the source. `key` is the input's, or null for the whole template. `renamed` holds what the source
 * called the input, and what it calls it now; `added` and `removed` hold the
 * input as declared, `{type_id, default, treatment}`; a default that is an expression is `{expression}`.
 */
export const templateChange = resource({
  key: ['key', z.string().nullable()],
  change: [
    'change',
    z.enum([
      'added',
      'removed',
      'renamed',
      'type',
      'default',
      'optional',
      'description',
      'order',
      'name',
      'call',
    ]),
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
  /** Why it can't be run with this connection, or compared with it. */
  unavailableReason: ['unavailable_reason', z.string().nullable()],
  extension: ['extension', z.string().nullable()],
  /** What else the source declares of it, e.g. `security definer`, `stable`. */
  traits: ['traits', z.array(z.string())],
  /** Its arguments with names and types; null if the source lists none. */
  signature: ['signature', z.string().nullable()],
  /** What the source declares that it does to data; null if nothing, so that people are asked. */
  warningTag: ['warning_tag', warningTag.nullable()],
  /** Its group at the source: a tag, or a folder of a collection. */
  sourceFolder: ['source_folder', z.string().nullable()],
  /** The title of the uploaded description it comes from. */
  sourceTitle: ['source_title', z.string().nullable()],
  /** A value that `batch-commit` accepts to do nothing if either side has changed since. */
  revision: ['revision', z.string().nullable()],
  /** Its id before it was renamed or its arguments changed. */
  previousCloudId: ['previous_cloud_id', z.string().nullable()],
  changes: ['changes', z.array(templateChange)],
  /** What needs each command that would be deleted, in the order of the commands; empty for other rows. */
  dependents: ['dependents', z.array(dependents)],
  /** What the source told of it since the last sync; null if nothing. */
  sourceChange: ['source_change', sourceChange.nullable()],
  /** The number of people who ran it in the last 30 days; counted for what changed or was deleted. */
  recentRunnerCount: ['recent_runner_count', z.int()],
  /** The id for removing it from the ignore list. */
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
  /** What could be added or undeleted, but is on the ignore list. */
  ignored: ['ignored', rows],
});
