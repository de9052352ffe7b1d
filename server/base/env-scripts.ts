import { z } from 'zod';
import { flag, wholeNumber } from './env-values';

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
  SCRIPT_NETWORK: flag().meta({
    description:
      '`1` lets scripts use the network of this server, with everything that can be reached from it.',
  }),
};
