import type { Page } from '@playwright/test';
import { people } from '../e2e/support/people';
import { SANDBOX } from '../e2e/support/steps';
import { inSandbox, type Screen } from './screen';

const BASE = `/api/v1/${SANDBOX.orgId}`;
const headers = { 'x-demo-user-id': people.admin };

interface Job {
  cron_job_id: number;
  kit_id: number;
}

/** The sample command that counts the stock, on a schedule; the job is made once. */
async function sampleJob(page: Page): Promise<Job> {
  const jobs: Job[] = await (await page.request.get(`${BASE}/cron-jobs`, { headers })).json();
  const [made] = jobs;
  if (made !== undefined) return made;
  const commandId = await countTheStock(page);
  const data = { name: 'Every morning', cronExpression: '30 6 * * 1-5', runrams: { seconds: 2 } };
  const answer = await page.request.post(`${BASE}/kits/${commandId}/cron-jobs`, { headers, data });
  if (!answer.ok()) throw new Error(await answer.text());
  return { cron_job_id: (await answer.json()).cron_job_id, kit_id: commandId };
}

async function countTheStock(page: Page): Promise<number> {
  const kits: { kit_id: number; name: string }[] = await (
    await page.request.get(`${BASE}/skinny-kits`, { headers })
  ).json();
  const found = kits.find(({ name }) => name === 'Count the stock');
  if (found === undefined) throw new Error('The sandbox has no command “Count the stock”');
  return found.kit_id;
}

const jobScreen = (name: string, step: string, heading: string | RegExp): Screen => ({
  name,
  show: async (page) => {
    const job = await sampleJob(page);
    await inSandbox(page, `builder?id=${job.kit_id}&panel=job:${job.kit_id}-${job.cron_job_id}-${step}`);
    await page.getByRole('dialog', { name: heading }).waitFor();
  },
});

/** Scheduled jobs and webhooks. */
export const scheduleScreens: readonly Screen[] = [
  {
    name: 'jobs',
    show: async (page) => {
      await sampleJob(page);
      await inSandbox(page, 'cron-jobs');
      await page.getByRole('table', { name: 'Scheduled jobs' }).waitFor();
    },
  },
  jobScreen('job', 'view', /./),
  jobScreen('job-schedule', 'schedule', 'When'),
  jobScreen('job-inputs', 'inputs', 'Values'),
  jobScreen('job-alerts', 'alerts', /Alerts/),
  jobScreen('job-backfill', 'backfill', /./),
  jobScreen('job-auto-runs', 'decorations', 'For each row'),
  jobScreen('job-error-auto-run', 'error', /./),
  { name: 'webhooks', show: (page) => inSandbox(page, 'webhooks') },
  {
    name: 'command-jobs',
    show: async (page) => {
      const { kit_id: id } = await sampleJob(page);
      await inSandbox(page, `builder?id=${id}&panel=configure:${id}&configure-tab=jobs`);
      await page.getByRole('dialog', { name: /^Configure/ }).waitFor();
    },
  },
  {
    name: 'command-webhooks',
    show: async (page) => {
      const id = await countTheStock(page);
      await inSandbox(page, `builder?id=${id}&panel=configure:${id}&configure-tab=webhooks`);
      await page.getByRole('dialog', { name: /^Configure/ }).waitFor();
    },
  },
];
