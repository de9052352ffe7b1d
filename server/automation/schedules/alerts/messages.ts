import type { JsonValue } from '@/lib/base/json';
import { paths } from '@/lib/base/paths';
import { type AlertChannel, type AlertEvent, headlineOf } from '@/lib/schedules/alerts';
import type { Mail, MailContent } from '@/server/messages/content';
import { absolute, type MailOrg, subjectIn } from '@/server/messages/links';

/** What messages say of a firing. */
export interface Told {
  org: MailOrg;
  jobId: number;
  jobName: string;
  commandId: number;
  commandName: string;
  zone: string;
  slotAt: Date;
  runId: number;
  status: string;
  endReason: string | null;
  totalRows: number | null;
  /** The first error. Only people who have the command read it: it may quote what the source holds. */
  error: string | null;
  events: AlertEvent[];
}

const verbs: Readonly<Record<AlertEvent, string>> = {
  failure: 'failed',
  first_failure: 'failed',
  recovery: 'works again',
  success: 'succeeded',
  called_off: 'was skipped',
};

const when = ({ slotAt, zone }: Told): string =>
  slotAt.toLocaleString('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });

const linkOf = ({ org, commandId, runId }: Told): string => absolute(paths.run(org.slug, commandId, runId));

const verbOf = ({ events }: Told): string => verbs[headlineOf(events)];

const headline = (told: Told): string => `${told.jobName} ${verbOf(told)}`;

const rowsOf = ({ totalRows, events }: Told): string =>
  totalRows === null || !events.includes('success')
    ? ''
    : ` It returned ${totalRows === 1 ? '1 row' : `${totalRows.toLocaleString('en-US')} rows`}.`;

/** Where engineers change the jobs of a command, and who learns about them. */
const jobsPath = (org: MailOrg, commandId: number): string =>
  `${paths.builder(org.slug, commandId)}&panel=configure:${commandId}&configure-tab=jobs`;

interface Alerted {
  attachment: MailContent['attachment'];
  /** Whether the recipient may change the job's alerts. */
  isEngineer: boolean;
  /** Whether the job lists the recipient among those who get its results. */
  isOfResults: boolean;
}

/** The message to a person who has the command. */
export function alertMail(told: Told, { attachment, isEngineer, isOfResults }: Alerted): Mail {
  return {
    subject: subjectIn(told.org, told.jobName, verbOf(told)),
    content: {
      paragraphs: [
        `The scheduled job “${told.jobName}” of “${told.commandName}” in ${told.org.name} ${verbOf(told)}. Its time was ${when(told)} (${told.zone}).${rowsOf(told)}`,
        ...(told.error === null ? [] : [told.error]),
      ],
      note: null,
      link: { label: 'Open the run', url: linkOf(told) },
      closing: `You get this because an engineer of the command chose you. They change it in the scheduled job, under ${isOfResults ? 'Send to' : 'If it fails'}.`,
      replyTo: null,
      ...(attachment === undefined ? {} : { attachment }),
      ...(isEngineer ? { switchOff: absolute(jobsPath(told.org, told.commandId)) } : {}),
    },
  };
}

/** The body for an address outside: what happened, and where to look; nothing that the run sent, returned, or quoted. */
export function outsideBody(channel: Exclude<AlertChannel, 'email'>, told: Told): JsonValue {
  const text = `${headline(told)} (${told.commandName}, ${told.org.name}; ${when(told)}).${rowsOf(told)}`;
  const url = linkOf(told);
  switch (channel) {
    case 'slack':
      return { text: `${slackText(text)} <${url}|Open the run>` };
    case 'teams':
      return {
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [{ type: 'TextBlock', text: teamsText(text), wrap: true }],
              actions: [{ type: 'Action.OpenUrl', title: 'Open the run', url }],
            },
          },
        ],
      };
    case 'webhook':
      return {
        events: told.events,
        organization: { org_id: told.org.orgId, name: told.org.name },
        cron_job: { cron_job_id: told.jobId, name: told.jobName },
        kit: { kit_id: told.commandId, name: told.commandName },
        run: {
          run_id: told.runId,
          status: told.status,
          end_reason: told.endReason,
          total_rows_returned: told.totalRows,
          scheduled_time: told.slotAt.toISOString(),
          url,
        },
      };
  }
}

/** Slack reads these three as markup, also mentions of everyone. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text blocks of cards read links and emphasis. */
const teamsText = (text: string): string => text.replace(/[[\]()*_`#\\]/g, '\\$&');

/** An owner lost the command, so that a job no longer runs. */
export function pausedMail(org: MailOrg, job: { name: string; commandId: number; why: string }): Mail {
  return {
    subject: subjectIn(org, job.name, 'no longer runs'),
    content: {
      paragraphs: [`The scheduled job “${job.name}” in ${org.name} no longer runs. ${job.why}`],
      note: null,
      link: {
        label: 'Look at the job',
        url: absolute(jobsPath(org, job.commandId)),
      },
      closing: 'You get this because you can take the job over.',
      replyTo: null,
    },
  };
}
