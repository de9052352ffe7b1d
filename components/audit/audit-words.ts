import { z } from 'zod';
import { type Told, wordsOfValue } from './audit-value-words';
import type { AuditEvent } from './use-audit';

const actionWords: Readonly<Record<string, string | undefined>> = {
  'access.request': 'Asked for access',
  'app.allow': 'Allowed a program to act for them',
  'app.connect': 'Connected a program',
  'app.disconnect': 'Disconnected a program',
  'app.reuse': 'Disconnected a program whose code or refresh token came twice',
  'approval.deny': 'Denied a request',
  'approval.expire': 'Had a request expire',
  'approval.grant': 'Approved a request',
  'approval.use': 'Made a change of a command that was approved',
  'approval.request': 'Asked for approval',
  'approval.void': 'Had a request become void',
  'approval.withdraw': 'Withdrew a request',
  'audit.export': 'Exported the audit log',
  'command.create': 'Added a command',
  'command.delete': 'Deleted a command',
  'command.duplicate': 'Duplicated a command',
  'command.restore': 'Restored a command',
  'command.send_link': 'Sent a link',
  'folder.send_link': 'Sent a link',
  'command.share': 'Shared a command',
  'command.unshare': 'Unshared a command',
  'command.update': 'Changed a command',
  'credential.create': 'Connected a source',
  'credential.delete': 'Deleted a connection',
  'credential.push': 'Noticed a push at a source',
  'credential.push_webhook': 'Made the webhook for pushes of a connection',
  'credential.push_webhook_remove': 'Removed the webhook for pushes of a connection',
  'credential.push_webhook_secret': 'Replaced the secret of the webhook for pushes of a connection',
  'credential.update': 'Changed a connection',
  'decoration.create': 'Added a button to results',
  'decoration.delete': 'Removed a button from results',
  'decoration.update': 'Changed a button on results',
  'confirmation.ask': 'Had a program ask to confirm a run',
  'confirmation.confirm': 'Confirmed a run of a program',
  'confirmation.decline': 'Declined a run of a program',
  'confirmation.use': 'Had a program start a run that they confirmed',
  'cron_job.addresses': 'Changed the addresses that alerts may go to',
  'cron_job.digest': 'Changed a daily mail about scheduled jobs',
  'cron_job.alert': 'Added an alert to a scheduled job',
  'cron_job.alert_change': 'Changed an alert of a scheduled job',
  'cron_job.alert_end': 'Deleted an alert of a scheduled job',
  'cron_job.auto_run': 'Linked an auto-run to a scheduled job',
  'cron_job.auto_run_change': 'Changed an auto-run of a scheduled job',
  'cron_job.auto_run_end': 'Unlinked an auto-run from a scheduled job',
  'cron_job.backfill': 'Ran missed times of a scheduled job',
  'cron_job.run': 'Ran a scheduled job',
  'cron_job.settings': 'Changed what holds for all scheduled jobs',
  'cron_job.create': 'Created a scheduled job',
  'cron_job.delete': 'Deleted a scheduled job',
  'cron_job.pause': 'Paused a scheduled job',
  'cron_job.restore': 'Restored a scheduled job',
  'cron_job.resume': 'Resumed a scheduled job',
  'cron_job.skip': 'Skipped the next time of a scheduled job',
  'cron_job.take': 'Took over a scheduled job',
  'cron_job.update': 'Changed a scheduled job',
  'webhook.create': 'Created a webhook',
  'webhook.delete': 'Deleted a webhook',
  'webhook.pause': 'Paused a webhook',
  'webhook.refuse': 'Refused a delivery to a webhook',
  'webhook.resume': 'Resumed a webhook',
  'webhook.secret': 'Replaced the secret of a webhook',
  'webhook.secret_end': 'Ended the previous secret of a webhook',
  'webhook.start': 'Started a run by a webhook',
  'webhook.take': 'Took over a webhook',
  'webhook.update': 'Changed a webhook',
  'dropdown.create': 'Created a dropdown',
  'dropdown.update': 'Changed a dropdown',
  'dropdown.delete': 'Deleted a dropdown',
  'folder.create': 'Created a folder',
  'folder.delete': 'Deleted a folder',
  'folder.rename': 'Renamed a folder',
  'folder.share': 'Shared a folder',
  'folder.unshare': 'Unshared a folder',
  'group.add': 'Added people to a group',
  'group.create': 'Created a group',
  'group.delete': 'Deleted a group',
  'group.remove': 'Removed people from a group',
  'group.rename': 'Renamed a group',
  'group.sync_remove': 'Emptied a group that the directory deleted',
  'group.sync_restore': 'Restored a group that is back in the directory',
  'input.create': 'Added an input',
  'input.delete': 'Deleted an input',
  'input.edit': 'Changed the key or type of an input',
  'input.update': 'Changed an input',
  'mail.send_again': 'Sent a message again',
  'member.invite': 'Invited a person',
  'member.join': 'Joined',
  'member.remove': 'Removed a person',
  'member.restore': 'Restored a person',
  'member.role': 'Changed a role',
  'member.sync_add': 'Added a person from the directory',
  'member.sync_remove': 'Removed a person whom the directory deleted or disabled',
  'member.sync_restore': 'Restored a person who is back in the directory',
  'member.sync_update': 'Updated a person from the directory',
  'preset.create': 'Saved a preset',
  'preset.delete': 'Deleted a preset',
  'preset.update': 'Changed a preset',
  'org.create': 'Created the organization',
  'org.ad_admins': 'Changed the AD admin emails',
  'org.sync_directory': 'Synced with the directory',
  'org.result_limits': 'Changed how long and how much of the results is kept',
  'org.sign_in_policy': 'Changed who may sign in to the organization',
  'org.update': 'Renamed the organization',
  'person.email': 'Has a new email address',
  'person.forget': 'Was made to sign in again',
  'person.link': 'Added a way to sign in',
  'person.name': 'Has a new name',
  'person.unlink': 'Removed a way to sign in',
  'person.sign_in_link': 'Was given a sign-in link by the operator',
  refusal: 'Was refused',
  'refusals.more': 'Was refused repeatedly',
  'revision.restore': 'Restored a revision of a command',
  'run.cancel': 'Canceled a run',
  'run.delete_result': 'Deleted a result',
  'run.delete_results': 'Deleted the results of several runs',
  'run.send': 'Sent a result',
  'org.expire_results': 'Deleted results past their retention',
  'org.expire_runs': 'Deleted runs past their retention',
  'run.reveal': 'Revealed a masked value',
  'run.deal_with': 'Marked runs as handled',
  'run.reopen': 'Marked runs as unhandled',
  'error.resolve': 'Resolved an error',
  'error.ignore': 'Ignored an error',
  'error.reopen': 'Reopened an error',
  'error.assign': 'Assigned an error',
  'error.rerun': 'Ran again what failed with an error',
  'run.pause': 'Paused a bulk run',
  'run.resume': 'Resumed a bulk run',
  'run.start': 'Ran a command',
  'run.start_bulk': 'Ran a command in bulk',
  'run.stop': 'Stopped a bulk run',
  'service_account.create': 'Created a service account',
  'service_account.remove': 'Removed a service account',
  'service_account.rename': 'Renamed a service account',
  'operator.sign_in': 'Signed in as the operator of the server',
  'session.begin': 'Signed in',
  'session.end': 'Logged out',
  'session.end_others': 'Ended their other sessions',
  'session.refused': 'Was refused at sign-in',
  'static_command_source.update': 'Changed the base URL of a description',
  'static_command_source.upload': 'Uploaded a description',
  'sync.ignore': 'Ignored an item of a source',
  'sync.unignore': 'Stopped ignoring an item of a source',
  'template.delete': 'Deleted a command gone from its source',
  'template.sync': 'Updated a command from its source',
  'template.undelete': 'Restored a command that is back at the source',
  'template.update': 'Changed a command',
  'template.connect': 'Changed the connection of a command',
  'token.create': 'Created a token',
  'token.revoke': 'Revoked a token',
  'token.update': 'Changed a token',
};

/** An action in words; one without a translation is shown as recorded. */
export function wordsOfAction(action: string): string {
  return actionWords[action] ?? action;
}

/** What was done, in words: those of its action, or closer ones where the event itself says more. */
export function wordsOfEvent(event: Pick<AuditEvent, 'action' | 'before' | 'after' | 'run'>): string {
  const { action, before, after, run } = event;
  if (action === 'run.start' && run?.trigger === 'dropdown') return 'Loaded the options of a dropdown';
  if (action === 'member.remove' && isInvited(before)) return 'Revoked an invitation';
  if (action === 'member.restore' && isInvited(after)) return 'Restored an invitation';
  return wordsOfAction(action);
}

const isInvited = (standing: unknown): boolean =>
  z.object({ state: z.literal('pending') }).safeParse(standing).success;

/** The run that an event is about or that it started. Null for other events, or if the reader may not see it. */
export function runIdOf({
  subjectType,
  subjectId,
  after,
  isPrivate,
}: Pick<AuditEvent, 'subjectType' | 'subjectId' | 'after' | 'isPrivate'>): number | null {
  if (isPrivate) return null;
  if (subjectType === 'run') return Number(subjectId);
  const begun = z.object({ run_id: z.int() }).safeParse(after);
  return begun.data?.run_id ?? null;
}

/** The names of the types of subjects. */
export const subjectWords: Readonly<Record<string, string | undefined>> = {
  approval: 'Request for approval',
  command: 'Command',
  credential: 'Connection',
  dropdown: 'Dropdown',
  error: 'Error',
  folder: 'Folder',
  group: 'Group',
  mail: 'Message',
  member: 'Person',
  operation: 'Request',
  org: 'Organization',
  run: 'Run',
  scheduled_job: 'Scheduled job',
  webhook: 'Webhook',
  service_account: 'Service account',
  session: 'Session',
  static_command_source: 'Description',
  sync_ignore: 'Ignored item',
  template: 'Source of a command',
  token: 'Access token',
};

/** The subject of an event: its current name, its name at the time, or its id. */
export function subjectOf({
  subjectName,
  subjectId,
  before,
  after,
  isPrivate,
}: Pick<AuditEvent, 'subjectName' | 'subjectId' | 'before' | 'after' | 'isPrivate'>): string {
  if (isPrivate) return 'A private command';
  return subjectName ?? nameIn(after) ?? nameIn(before) ?? subjectId;
}

/** Most subjects have a name; API descriptions have a title. */
function nameIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const name = 'name' in value ? value.name : 'title' in value ? value.title : null;
  return typeof name === 'string' ? name : null;
}

/** One change: the value before and after; undefined if it wasn't recorded. */
export interface ChangedKey {
  key: string;
  before: string | undefined;
  after: string | undefined;
}

/** What an event changed, key by key, in words. */
export function changesOf({
  before,
  after,
  ...told
}: Pick<AuditEvent, 'before' | 'after'> & Told): ChangedKey[] {
  const was = entriesOf(before, told);
  const is = entriesOf(after, told);
  return [...new Set([...was.keys(), ...is.keys()])].map((key) => ({
    key,
    before: was.get(key),
    after: is.get(key),
  }));
}

function entriesOf(value: unknown, told: Told): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(Object.entries(value).map(([key, each]) => [key, wordsOfValue(key, each, told)]));
}
