import { z } from 'zod';
import { warningTag } from '@/lib/settings/command-choices';
import { id, longId, opaqueObject, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { runEndReason, runStatus } from './run';
import { approvalState } from './run-approval';

/** How many of a request's runs are shown with their values. */
export const MOST_SHOWN_RUNS = 10;

/** A request for approval, with the values that would be sent, or with the change that would be made. */
export const approvalRequest = resource({
  approvalId: ['approval_id', longId],
  commandId: ['kit_id', id],
  commandName: ['name', z.string()],
  /** The command whose engineers answer: the original, where a copy was asked for. */
  answerCommandId: ['answer_kit_id', id],
  /** What the command does: the engineers' description, or else the source's. Markdown; null if neither has one. */
  description: ['description', z.string().nullable()],
  /** What it does to data; null if nobody said. */
  warningTag: ['warning_tag', warningTag.nullable()],
  state: ['state', approvalState],
  /** 0 for a change. */
  runCount: ['run_count', z.int()],
  /** What a change takes away of what protects the command, in words; empty for runs. */
  changes: ['changes', z.array(z.string())],
  /** Where its asker makes the change again once it is approved: in the command's configuration, by sharing, or where people choose who sees it. Null for runs. */
  changePlace: ['change_place', z.enum(['configure', 'share', 'visibility']).nullable()],
  /** The folder that is shared by the change; null if it is the command itself, and for other changes. */
  sharedFolderId: ['shared_directory_id', id.nullable()],
  /** Whether an approved change was made. */
  isUsed: ['is_used', z.boolean()],
  /** Its first runs. */
  runs: [
    'runs',
    z.array(
      resource({
        runId: ['run_id', longId],
        /** Everything that is sent, for engineers; secrets read `{"is_set": true}`. For others, what the asker filled in. */
        params: ['runrams', opaqueObject],
        /** The inputs that the asker left empty, in the order of the form. One of these may be in `runrams` as null or "". */
        emptyKeys: ['empty_inputs', z.array(z.string())],
        /** What the source uses for those of them that aren't sent, in words, by key. */
        defaults: ['empty_defaults', z.record(z.string(), z.string())],
        status: ['status', runStatus],
        endReason: ['end_reason', runEndReason.nullable()],
      }),
    ),
  ],
  /** How all of its runs stand: how many have each status. */
  runCounts: ['run_counts', z.partialRecord(runStatus, z.int())],
  /** The bulk run that its runs are rows of; null for one run alone and for a change. */
  bulkRunId: ['bulk_run_id', longId.nullable()],
  /** The names of the inputs by key. */
  inputNames: ['input_names', z.record(z.string(), z.string())],
  /** Whether the form chooses some of the values from dropdowns, whose options may have names. */
  hasDropdowns: ['has_dropdowns', z.boolean()],
  /** Whether the command has a dry run, which needs an approval of its own. */
  hasDryRun: ['has_dry_run', z.boolean()],
  userId: ['user_id', textId],
  userName: ['user_name', z.string()],
  note: ['note', z.string().nullable()],
  createdAt: ['created_time', time],
  expiresAt: ['expires_time', time],
  answeredByName: ['answered_by_name', z.string().nullable()],
  answeredAt: ['answered_time', time.nullable()],
  reason: ['reason', z.string().nullable()],
  /** Whether the caller may answer it now. */
  mayAnswer: ['may_answer', z.boolean()],
  /**
   * Whether the caller had a part in it without being its asker, and so can't answer it: they changed the job or webhook
   * behind it, or started that.
   */
  hasPart: ['has_part', z.boolean()],
  /** The names of the others who can answer it, while it waits. */
  otherApprovers: ['other_approvers', z.array(z.string())],
});
