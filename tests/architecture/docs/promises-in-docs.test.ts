import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesIn } from '../source-files';

interface Promised {
  /** A page in `docs`. */
  page: string;
  /** The page's own words. */
  words: string;
  /** Words in the name of a test that keeps it. */
  keptBy: string;
}

/** What the docs promise of safety to those who rely on it. A new promise gets a line here, and with it a test. */
const promises: readonly Promised[] = [
  {
    page: 'command-line.md',
    words: 'A command asks first, unless it is set to *Reads data*',
    keptBy: 'S93 a command asks first unless it is marked as safe',
  },
  {
    page: 'command-line.md',
    words: 'A script agrees with `--yes`',
    keptBy: 'S93 a script agrees to what is not marked as safe',
  },
  {
    page: 'command-line.md',
    words: 'which only your user can read',
    keptBy: 'S32 the token that signing in keeps is readable by its owner alone',
  },
  {
    page: 'mcp.md',
    words: 'Any other command, including one without a tag, runs only after you have confirmed it',
    keptBy: 'S90 S93 programs ask by the rule that holds for people',
  },
  {
    page: 'mcp.md',
    words: 'Each confirmation allows one run, by this program, of this command, with these values',
    keptBy: 'allows neither other values, nor another command, nor the run in place of a dry run',
  },
  {
    page: 'mcp.md',
    words: 'It ends after ten minutes',
    keptBy: 'ends after ten minutes, so that an hour later nothing runs',
  },
  {
    page: 'mcp.md',
    words: 'Pushboard fetches it, and never from this machine or a private network',
    keptBy: 'S33 are never on this machine or in a private network',
  },
  {
    page: 'mcp.md',
    words: 'Hidden and locked inputs are not in the schema',
    keptBy: 'S19 has no argument for a hidden or locked input',
  },
  {
    page: 'webhooks.md',
    words: 'If that person loses the command, the webhook is paused',
    keptBy: 'who lost the command pauses the webhook',
  },
  {
    page: 'webhooks.md',
    words: 'The same delivery gets the same run',
    keptBy: 'is listed with its run, and started once however often it comes',
  },
  {
    page: 'webhooks.md',
    words: "The signature doesn't match, its time is too far off, or no webhook has this address",
    keptBy: 'an unknown address, a wrong secret, no signature, and another organization are answered alike',
  },
  {
    page: 'receipts.md',
    words: 'passwords are never in it',
    keptBy: 'S53 says who ran what, with which values but no password',
  },
  {
    page: 'receipts.md',
    words: 'hidden inputs are in it only for engineers of the command',
    keptBy: 'leaves out hidden inputs for runners',
  },
  {
    page: 'receipts.md',
    words: 'Public keys are never deleted',
    keptBy: 'the old key checks what it signed before, and nothing later',
  },
  {
    page: 'operations.md',
    words: 'marked as lost and never silently restarted',
    keptBy: 'whose worker is dead ends as worker_lost, and is not run again',
  },
  {
    page: 'operations.md',
    words: "Commands can never connect to the Postgres server that holds Pushboard's own data",
    keptBy: "S33 the application's own database is never reached, whatever the address",
  },
  {
    page: 'sources/rest.md',
    words: 'are never shown again, and are sent to the base URL only',
    keptBy: 'S68 to another origin',
  },
  { page: 'sources/rest.md', words: '`POST` and `PATCH` are sent once', keptBy: '%s is never retried' },
  {
    page: 'sources/postgres.md',
    words: 'If its role may act outside of the transaction',
    keptBy: 'S84 says what it cannot see',
  },
  {
    page: 'sources/scripts.md',
    words: 'Reading never runs anything',
    keptBy: 'S44 a snippet of R is read, with the line of each input, and never run',
  },
  {
    page: 'sources/scripts.md',
    words: 'Only signed calls count',
    keptBy: 'with a wrong signature is refused like one to an unknown address',
  },
];

const tests = filesIn(['cli', 'components', 'lib', 'server', 'tests'], ['.test.ts', '.test.tsx', '.spec.ts'])
  .filter((file) => !file.endsWith('promises-in-docs.test.ts'))
  .map((file) => readFileSync(file, 'utf8'));

test.each(promises)('S93 $page: $words', ({ page, words, keptBy }) => {
  const text = readFileSync(`docs/${page}`, 'utf8').replaceAll(/\s+/g, ' ');
  expect(text).toContain(words);
  expect(tests.some((source) => source.includes(keptBy))).toBe(true);
});

/** Where a person or a program starts runs, or lets them start. Each asks by the one rule. */
const starts = [
  'cli/confirm.ts',
  'components/bulk-run/ask-before-bulk.tsx',
  'components/builder/form/use-command-form.ts',
  'components/command/confirm-unattended.ts',
  'server/programs/mcp/command-tool.ts',
];

test.each(starts)('S93 %s asks by the one rule', (file) => {
  expect(readFileSync(file, 'utf8')).toContain('asksFirst(');
});
