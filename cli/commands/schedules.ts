import { JOBS_A_PAGE, listJobs, skipTime, updateJob } from '@/lib/contract/schedules/jobs';
import { statusLabel } from '@/lib/runs/run-status';
import { wordsOf } from '@/lib/schedules/words';
import type { Api } from '../api';
import { type Arguments, refuseOtherFlags, textFlag } from '../arguments';
import { CliError, type ExitCode, exitCodes, misused } from '../exit';
import { findOrgs } from '../find-command';
import { asResponse, print, printJson } from '../print';
import { changeText, type Job, type JobChange, nextText } from '../results/show-job';
import { ownCommand } from '../settings';
import { printable, tableText } from '../table';

const changes: Record<JobChange, (api: Api, job: Job) => Promise<unknown>> = {
  pause: (api, job) => api.call(updateJob, { params: addressOf(job), body: { isEnabled: false } }),
  resume: (api, job) => api.call(updateJob, { params: addressOf(job), body: { isEnabled: true } }),
  skip: async (api, job) => {
    if (job.nextRunAt === null) throw misused(`“${job.name}” is paused: it has no next time to skip.`);
    return api.call(skipTime, { params: addressOf(job), body: { time: job.nextRunAt, isSkipped: true } });
  },
};

const isChange = (action: string): action is JobChange => Object.hasOwn(changes, action);

const addressOf = ({ orgId, commandId, scheduledJobId }: Job) => ({
  orgId,
  kitId: commandId,
  cronJobId: scheduledJobId,
});

/** Lists the scheduled jobs of the commands that the person configures, or pauses, resumes, or skips one. */
export async function schedules(api: Api, line: Arguments): Promise<ExitCode> {
  refuseOtherFlags(line, ['org', 'json', 'url']);
  const [, action, ...words] = line.words;
  const jobs = await jobsOf(api, textFlag(line, 'org'));
  if (action === undefined) return showJobs(jobs, line.flags.has('json'));
  if (!isChange(action) || words.length === 0) {
    throw misused('Say what to do with which job: pushboard schedules pause|resume|skip JOB');
  }
  const job = oneOf(jobs, words.join(' '));
  await changes[action](api, job);
  const changed = (await jobsOf(api, job.orgId)).find(
    ({ scheduledJobId }) => scheduledJobId === job.scheduledJobId,
  );
  if (line.flags.has('json') || changed === undefined) {
    return showJobs(changed === undefined ? [] : [changed], line.flags.has('json'));
  }
  print(printable(changeText(action, job, changed)));
  return exitCodes.success;
}

async function jobsOf(api: Api, org: string | undefined): Promise<Job[]> {
  const lists = await Promise.all((await findOrgs(api, org)).map(({ orgId }) => allPages(api, orgId)));
  return lists.flat();
}

async function allPages(api: Api, orgId: string): Promise<Job[]> {
  const jobs: Job[] = [];
  for (let page = 0; ; page += 1) {
    const query = { page, per_page: JOBS_A_PAGE };
    const found = await api.call(listJobs, { params: { orgId }, query });
    jobs.push(...found);
    if (found.length < JOBS_A_PAGE) return jobs;
  }
}

/** The job with this id or name. */
function oneOf(jobs: readonly Job[], wanted: string): Job {
  const found = jobs.filter(
    ({ scheduledJobId, name }) =>
      String(scheduledJobId) === wanted || name.toLowerCase() === wanted.toLowerCase(),
  );
  const [only, ...others] = found;
  if (only === undefined) {
    throw new CliError(exitCodes.refused, `No job “${wanted}”. See "${ownCommand('schedules')}".`);
  }
  if (others.length > 0) {
    const ids = found
      .map(({ scheduledJobId, commandName }) => `${scheduledJobId} (${commandName})`)
      .join(', ');
    throw misused(`Several jobs are named “${wanted}”. Say which by its id: ${ids}.`);
  }
  return only;
}

function showJobs(jobs: readonly Job[], asJson: boolean): ExitCode {
  if (asJson) printJson(asResponse(listJobs, [...jobs]));
  else if (jobs.length === 0) process.stderr.write('You configure no command that is scheduled.\n');
  else {
    print(
      tableText(
        ['ID', 'Job', 'Command', 'When', 'Next', 'Last'],
        jobs.map((job) => [
          String(job.scheduledJobId),
          job.name,
          job.commandName,
          `${wordsOf(job.cronExpression) ?? job.cronExpression} (${job.cronTimezone})`,
          nextText(job),
          job.lastRuns[0] === undefined ? '—' : statusLabel(job.lastRuns[0].status, null).word,
        ]),
        process.stdout.columns ?? null,
      ),
    );
  }
  return exitCodes.success;
}
