import { z } from 'zod';

/** Where the scripts of a repository run. */
const places = ['actions', 'worker'] as const;

/** GitHub's own address for its API. */
export const PUBLIC_API = 'https://api.github.com';

/** The names and values of a `.env` or `.Renviron` file. */
const variables = (title: string, hint: string) =>
  z
    .record(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, 'Must be the name of a variable, such as API_KEY'),
      z.string().max(32_000),
    )
    .nullish()
    .meta({ title, hint, pairs: true, step: 2 });

/** The settings of a repository, in the order of the form. */
export const githubConnectionSchema = z.strictObject({
  token: z.string().trim().min(1, 'Must be a personal access token').max(500).meta({
    title: 'Token',
    hint: 'A personal access token for this repository: Contents, Actions, and Workflows with read and write access.',
  }),
  owner: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98})$/, 'Must be the name of a person or an organization on GitHub')
    .meta({ title: 'Owner', hint: 'In github.com/acme/reports, the owner is acme.' }),
  repo: z
    .string()
    .trim()
    .regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/, 'Must be the name of a repository, without its owner')
    .meta({ title: 'Repository', hint: 'In github.com/acme/reports, the repository is reports.' }),
  branch: z
    .string()
    .trim()
    .max(255)
    .regex(/^(?!\/)(?!.*(?:\.\.|\/\/|@\{))[^\s\p{Cc}~^:?*[\\]*$/u, 'Must be the name of a branch')
    .nullish()
    .meta({ title: 'Branch', hint: 'Leave it empty for the default branch.' }),
  folders: z.string().trim().max(2000).nullish().meta({
    title: 'Folders',
    hint: 'Where to look for scripts, divided by commas: jobs, reports/weekly. Leave it empty for the whole repository.',
  }),
  runsOn: z
    .enum(places)
    .default('actions')
    .meta({
      title: 'Scripts run',
      labels: { actions: 'In GitHub Actions', worker: 'On the server of Pushboard' },
      hint: 'GitHub Actions takes about a minute, and has everything that the repository installs there. The server starts at once, if the people who run Pushboard allow it.',
    }),
  apiUrl: z
    .string()
    .trim()
    .max(300)
    .regex(
      /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/,
      'Must be the address of an API, such as https://github.example.com/api/v3',
    )
    .transform((address) => address.replace(/\/+$/, ''))
    .default(PUBLIC_API)
    .meta({ title: 'API address', hint: 'Change it for GitHub Enterprise Server: https://{host}/api/v3' }),
  renviron: variables(
    'R info (.Renviron)',
    'Variables that R scripts read with Sys.getenv. They are sealed when you save.',
  ),
  dotenv: variables(
    'Python info (.env)',
    'Variables that Python scripts read from os.environ. They are sealed when you save.',
  ),
});

export type GithubConnection = z.output<typeof githubConnectionSchema>;

/** The folders to look in, without slashes at their ends; empty for the whole repository. */
export const foldersOf = ({ folders }: Pick<GithubConnection, 'folders'>): string[] =>
  (folders ?? '')
    .split(/[,\n]/)
    .map((folder) => folder.trim().replace(/^\.?\/+|\/+$/g, ''))
    .filter((folder) => folder !== '' && folder !== '.');

/** What addresses of the repository begin with. */
export const repositoryOf = ({ owner, repo }: GithubConnection) => ({ owner, repo });
