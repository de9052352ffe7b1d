import { z } from 'zod';
import { flag, webAddress, wholeNumber, workerTags } from './env-values';

/** How much the results of runs may take. */
export const resultLimits = {
  RESULT_LIMIT_MB: wholeNumber(1, 1_000_000, 2000).meta({
    description: 'How large the result of one run may grow on disk.',
  }),
  RESULT_QUOTA_MB: wholeNumber(1, 999_999_999, 20_000).meta({
    description:
      'How much the results of one organization, and the files that its runs were given, may take together, at most: its admins can set a lower limit.',
  }),
  RESULT_RETENTION_DAYS: wholeNumber(0, 36_500, 0).meta({
    description:
      'After how many days results are deleted. `0` keeps them until someone deletes them. The admins of an organization can set a shorter time.',
  }),
  RUN_RETENTION_DAYS: wholeNumber(0, 36_500, 0).meta({
    description:
      'After how many days runs are deleted from the history, of all organizations. `0` keeps them for good. The figures of Analytics and the audit log stay.',
  }),
  FREE_SPACE_MB: wholeNumber(0, 999_999_999, 500).meta({
    description:
      'What stays free on the disk of `RESULTS_DIR`. Below it, new results are refused; everything else continues.',
  }),
};

/** How many organizations there may be. */
export const orgLimits = {
  ORGS_PER_PERSON: wholeNumber(1, 100_000, 10).meta({
    description:
      'How many organizations one person may create, sandboxes not counted. Each has its own limits, for results for example. People can be invited to any number of others.',
  }),
};

/** How large uploads may be. */
export const uploadLimits = {
  UPLOAD_LIMIT_MB: wholeNumber(1, 1000, 50).meta({
    description: 'How large an upload of API descriptions may be.',
  }),
};

/** How much mail is sent. */
export const mailLimits = {
  MAILS_PER_HOUR: wholeNumber(1, 1_000_000, 500).meta({
    description:
      'How many messages one person may send in an hour. All people of an organization together may send four times as many.',
  }),
  INVITATIONS_PER_HOUR: wholeNumber(1, 1_000_000, 100).meta({
    description:
      'How many of them may be invitations, which go to people who know nothing of Pushboard. One address gets five a day from the same person at most.',
  }),
  MAIL_ATTACHMENT_MB: wholeNumber(0, 100, 10).meta({
    description:
      'How large a result may be to be attached to a message. The message about a larger one has a link instead, as for a mail server that takes less. `0` attaches nothing.',
  }),
};

/** How long runs take, and how many there are at once. */
export const runLimits = {
  // A timer of Node.js counts to 2³¹ - 1 milliseconds and overflows beyond.
  RUN_TIMEOUT_SECONDS: wholeNumber(1, 2_147_483, 172_800).meta({
    description: 'How long a run may take. The default is 48 hours.',
  }),
  RUN_MEMORY_MB: wholeNumber(64, 100_000, 256).meta({
    description:
      'How much memory all runs of one worker may use together for what sources send, three quarters of it for one organization or person. A run that finds no room fails and says so.',
  }),
  SHUTDOWN_SECONDS: wholeNumber(5, 3600, 25).unwrap().optional().meta({
    description:
      'How long a worker that is told to stop lets its runs continue. It takes no new ones at once, and stops what is left three seconds before the end. In demo mode, the default is 5. Give the service manager or Kubernetes five seconds more.',
    documentedDefault: '25',
  }),
  WORKER_CONCURRENCY: wholeNumber(1, 500, 20).meta({
    description:
      'Concurrent runs in one worker. One organization or person has four fifths of them at most, and the last tenth is for those who have less than that.',
  }),
  WORKER_TAGS: workerTags().meta({
    description:
      'Which connections this worker serves: their tags, separated by commas, such as `eu,dmz`. Connections without a tag go to workers with the tag `default` ([operations.md](operations.md#groups-of-workers)).',
    documentedDefault: 'default',
  }),
  CREDENTIAL_CONCURRENCY: wholeNumber(1, 500, 20).meta({
    description:
      'Concurrent runs with one connection; more wait in line. Bulk runs, schedules, and other runs that nobody waits for leave some of these places free.',
  }),
  COMMAND_CONCURRENCY: wholeNumber(1, 500, 20).meta({
    description: 'Concurrent runs of one command; more wait in line. Here, too, some stay free for people.',
  }),
  BULK_ROWS_PER_PERSON: wholeNumber(1, 10_000_000, 20_000).meta({
    description:
      "How many rows of a person's bulk runs may be unfinished at a time; further bulk runs get status 429.",
  }),
  BULK_ROWS_PER_ORG: wholeNumber(1, 10_000_000, 100_000).meta({
    description: 'The same for all people of an organization together.',
  }),
  WORKER_DEAD_AFTER_SECONDS: wholeNumber(2, 45, 30).meta({
    description:
      'How long a worker may be silent before its runs are marked as lost. A worker that starts waits this long before it looks for lost runs.',
  }),
};

/** How often each process is asked. */
export const requestLimits = {
  REQUESTS_PER_SECOND: wholeNumber(1, 100_000, 50).meta({
    description:
      'Requests per second for one person, sustained. The description of the API counts as ten of them.',
  }),
  REQUEST_BURST: wholeNumber(1, 100_000, 200).meta({
    description: 'Requests for one person in a burst.',
  }),
  REQUESTS_AT_ONCE: wholeNumber(1, 100_000, 200).meta({
    description:
      'Concurrent requests for one person, in all web processes together. Event streams, downloads, and waits for a run count for as long as they last.',
  }),
  PAGES_AT_ONCE: wholeNumber(1, 1000, 6).meta({
    description:
      'Pages that each web process renders at a time. Others wait in line, and the organizations take turns.',
  }),
  SIGN_IN_ATTEMPTS_PER_MINUTE: wholeNumber(1, 10_000, 10).meta({
    description:
      'Sign-in attempts per minute from one address. All addresses of an IPv6 network (a /64) count as one.',
  }),
  DIAGNOSTICS_PER_MINUTE: wholeNumber(10, 100_000, 240).meta({
    description:
      'Checks per minute that one person may ask for on the diagnostics page, or one address without a sign-in.',
  }),
  WEBHOOK_DELIVERIES_PER_MINUTE: wholeNumber(1, 100_000, 120).meta({
    description:
      'Deliveries to one webhook per minute that may start runs, and calls about pushes to one connection, in all web processes together.',
  }),
};

/** The interpreters that this server runs scripts with, by language. */
export interface Interpreters {
  python: string | null;
  r: string | null;
}

const usual: Readonly<Record<keyof Interpreters, string>> = {
  python: '/usr/bin/python3',
  r: '/usr/bin/Rscript',
};

const isLanguage = (name: string): name is keyof Interpreters => Object.hasOwn(usual, name);

/** `python,r`, or with the paths of interpreters: `python=/opt/python/bin/python3`. */
function interpreters() {
  const wanted =
    'must list python, r, or both, each perhaps with a path: python=/usr/bin/python3,r=/usr/bin/Rscript';
  return z
    .string()
    .default('')
    .transform((text, context): Interpreters => {
      const found: Interpreters = { python: null, r: null };
      for (const part of text.split(',').map((each) => each.trim())) {
        if (part === '') continue;
        const [name = '', path = ''] = part.split('=', 2).map((each) => each.trim());
        if (!isLanguage(name) || (part.includes('=') && !path.startsWith('/'))) {
          context.addIssue(wanted);
          return z.NEVER;
        }
        found[name] = path === '' ? usual[name] : path;
      }
      return found;
    });
}

/** Whether this server runs scripts of repositories, and within which limits. */
export const scriptVariables = {
  SCRIPT_RUNNERS: interpreters().meta({
    description:
      'The languages whose scripts may run on this server, in a sandbox ([scripts.md](sources/scripts.md)): `python`, `r`, or `python,r`, each perhaps with the path of its interpreter, as in `python=/opt/python/bin/python3`. Without it, scripts run in GitHub Actions only. Needs `bubblewrap` and `prlimit`.',
    documentedDefault: '',
  }),
  SCRIPT_MEMORY_MB: wholeNumber(64, 1_000_000, 1024).meta({
    description: 'How much memory a script may take together with the programs that it starts.',
  }),
  SCRIPT_PROCESSES: wholeNumber(1, 10_000, 64).meta({
    description: 'How many processes and threads a script may have at a time.',
  }),
  SCRIPT_DISK_MB: wholeNumber(1, 1_000_000, 256).meta({
    description: 'How much a script may write to its temporary folder. It is kept in memory.',
  }),
  SCRIPT_PYTHON_INDEX: webAddress().optional().meta({
    description:
      'Where the packages of Python scripts come from, such as `https://pypi.org/simple`, perhaps with a name and a password. Without it, scripts have what is installed on this server. Needs `pip`.',
  }),
  SCRIPT_R_REPOSITORY: webAddress().optional().meta({
    description:
      'Where the packages of R scripts come from, such as `https://cloud.r-project.org`. Without it, scripts have what is installed on this server.',
  }),
  SCRIPT_NETWORK: flag().meta({
    description:
      '`1` lets scripts use the network of this server, with everything that can be reached from it.',
  }),
};
