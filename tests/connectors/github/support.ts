import type { JsonValue } from '@/lib/base/json';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { type GithubConnection, githubConnectionSchema } from '@/server/connectors/github/connection';
import { GithubDouble } from '../../support/doubles/github/github-double';
import { Repository } from '../../support/doubles/github/repository';
import type { Token } from '../../support/doubles/github/tokens';
import { newContext } from '../postgres/support';

export const TOKEN = 'github_pat_own';

const all: Token = {
  kind: 'fine-grained',
  permissions: {
    metadata: 'read',
    contents: 'write',
    actions: 'write',
    workflows: 'write',
    secrets: 'write',
  },
};

/** GitHub with one repository, and a connection to it. */
export interface OwnGithub {
  double: GithubDouble;
  repository: Repository;
  part: { [key: string]: JsonValue };
  connection: GithubConnection;
  context: ConnectorContext;
}

export async function startGithub(
  files: Record<string, string>,
  settings: { [key: string]: JsonValue } = {},
): Promise<OwnGithub> {
  const double = await new GithubDouble().start();
  const repository = new Repository('acme', 'reports');
  repository.commit('Add scripts', files);
  double.repositories.push(repository);
  double.tokens.set(TOKEN, all);
  const part = { token: TOKEN, owner: 'acme', repo: 'reports', apiUrl: double.origin, ...settings };
  return { double, repository, part, connection: githubConnectionSchema.parse(part), context: newContext() };
}
