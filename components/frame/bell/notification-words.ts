import type { z } from 'zod';
import { paths } from '@/lib/base/paths';
import type { notifications } from '@/lib/contract/runs/notifications';
import { errorTitle } from '@/lib/runs/error-title';
import { statusLabel } from '@/lib/runs/run-status';

export type Notification = z.output<typeof notifications>['notifications'][number];

/** A notification in a sentence. */
export function wordsOf(notification: Notification): string {
  const { kind, name, actorName } = notification;
  const title = notification.errorTitle === null ? '' : errorTitle(notification.errorTitle);
  const who = actorName ?? 'Someone';
  switch (kind) {
    case 'approval_to_answer':
      return `${who} asks for your approval to ${notification.isApprovalOfChange ? 'change' : 'run'} ${name}`;
    case 'approval_answered':
      return answerWords(notification, who);
    case 'access_request':
      return `${who} asks for access to ${name}`;
    case 'share':
      return `${who} shared ${name} with you`;
    case 'job_paused':
      return `A scheduled job of ${name} no longer runs, and can be taken over`;
    case 'webhook_paused':
      return `A webhook of ${name} no longer starts runs, and can be taken over`;
    case 'command_broken':
      return `${name} can’t be run: a condition or a check of it names an input that is gone`;
    case 'breaks_expected':
      return `The next sync would break something of ${withOthers(notification)}`;
    case 'source_changed':
      return `There is new code for ${withOthers(notification)}`;
    case 'error_new':
      return `${name} fails with a new error: ${title}`;
    case 'error_returned':
      return `${name} fails again with an error that was resolved or ignored: ${title}`;
    case 'error_assigned':
      return `${who} assigned an error of ${name} to you: ${title}`;
    case 'person_renamed':
      return `${who} is now called ${name}`;
    case 'mail_refused':
      return `${messageOf(notification)} could not be delivered. Check the address.`;
    case 'mail_without_file':
      return `${messageOf(notification)} was sent with a link instead of the file: the file is too large for mail.`;
    case 'run_ended': {
      const { runStatus, runEndReason } = notification;
      return `${name}: ${runStatus === null ? 'Ended' : statusLabel(runStatus, runEndReason).word}`;
    }
  }
}

/** `Your message “Refunds” to rita@example.com and 2 more people`. */
function messageOf({ name, otherCount, mailSubject }: Notification): string {
  const what = mailSubject === null ? 'Your message' : `Your message “${mailSubject}”`;
  const more = otherCount === 1 ? ' and 1 more person' : ` and ${otherCount.toLocaleString()} more people`;
  return `${what} to ${name}${otherCount === 0 ? '' : more}`;
}

/** `Monthly report and 2 more commands`. */
function withOthers({ name, otherCount }: Notification): string {
  if (otherCount === 0) return name;
  return `${name} and ${otherCount.toLocaleString()} more ${otherCount === 1 ? 'command' : 'commands'}`;
}

function answerWords({ name, approvalState, isApprovalOfChange }: Notification, who: string): string {
  const what = isApprovalOfChange ? 'change' : 'run';
  switch (approvalState) {
    case 'granted':
      return `${who} approved your ${what} of ${name}`;
    case 'denied':
      return `${who} denied your ${what} of ${name}`;
    case 'expired':
      return `Nobody approved your ${what} of ${name} in time`;
    default:
      return `Your request to ${what} ${name} is void`;
  }
}

/** The page that a notification leads to. */
export function pathOf(orgSlug: string, notification: Notification): string {
  const { notificationId, kind, commandId, folderId, runId, approvalId, errorId } = notification;
  if (errorId !== null) return `${paths.errors(orgSlug)}?panel=error:${errorId}`;
  if (approvalId !== null) return paths.approval(orgSlug, approvalId);
  if (folderId !== null) return paths.folder(orgSlug, folderId);
  if (kind === 'command_broken' || kind === 'breaks_expected') return paths.needsAttention(orgSlug);
  if (kind === 'person_renamed' || kind === 'mail_refused' || kind === 'mail_without_file')
    return paths.org(orgSlug);
  if (commandId === null) return paths.commands(orgSlug);
  if (runId !== null) return paths.run(orgSlug, commandId, runId);
  const builder = paths.builder(orgSlug, commandId);
  if (kind === 'job_paused') return `${builder}&panel=configure:${commandId}&configure-tab=jobs`;
  if (kind === 'webhook_paused') return `${builder}&panel=configure:${commandId}&configure-tab=webhooks`;
  if (kind === 'source_changed') return `${builder}&panel=configure:${commandId}`;
  if (kind !== 'access_request') return builder;
  // Who asks is filled in, as from the mailed link.
  return `${builder}&panel=share:${commandId}&request=notification-${notificationId}`;
}
