import type { z } from 'zod';
import { variableGroups } from '@/server/base/env-variables';

const introduction = `<!-- Written by npm run docs from server/base/env-variables.ts and its neighbors. Change the text there. -->

# Configuration

The defaults suit a first try on your own machine. Pushboard reads variables from the environment and from a \`.env\` file in its folder; the environment wins. With docker compose, [other files](operations.md#deploy-with-docker-compose) hold them. An empty variable counts as unset. An invalid one stops the start with an error that names every invalid variable and says what is expected. Web and worker read variables when they start: restart them after a change.

A default with a name in braces, such as \`{DATA_DIR}/results\`, contains the value of that variable. \`NODE_EXTRA_CA_CERTS\` is read by Node.js itself: the path of a file with certificates (PEM) of your own authorities, to trust in calls out. It can stand in \`.env\`, too.
`;

/** The text of docs/configuration.md: a table of variables per subject. */
export function configurationPage(): string {
  const sections = variableGroups.map(({ heading, variables }) =>
    [
      `## ${heading}\n`,
      '| Variable | Default | What it is |',
      '|---|---|---|',
      ...Object.entries(variables).map(([name, variable]) => row(name, variable)),
      '',
    ].join('\n'),
  );
  return [introduction, ...sections].join('\n');
}

function row(name: string, variable: z.ZodType): string {
  const { description } = variable.meta() ?? {};
  if (description === undefined) throw new Error(`${name} has no description for docs/configuration.md.`);
  const fallback = defaultOf(variable);
  return `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\` `}| ${description} |`;
}

/** The default as someone would write it; empty if there is none. */
function defaultOf(variable: z.ZodType): string {
  const documented = variable.meta()?.documentedDefault;
  if (typeof documented === 'string') return documented;
  const { data } = variable.safeParse(undefined);
  if (Array.isArray(data)) return data.join();
  return String(typeof data === 'boolean' ? Number(data) : (data ?? ''));
}
