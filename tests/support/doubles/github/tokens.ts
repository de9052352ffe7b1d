import type { DoubleAnswer } from './handler';
import type { OperationId } from './operations';

export type Level = 'read' | 'write';

/** A personal access token: a classic one with scopes, or a fine-grained one with a permission each. */
export type Token =
  | { kind: 'classic'; scopes: string[] }
  | { kind: 'fine-grained'; permissions: Partial<Record<Permission, Level>> };

export type Permission = 'metadata' | 'contents' | 'actions' | 'workflows' | 'secrets' | 'administration';

/** @see https://docs.github.com/en/rest/authentication/permissions-required-for-fine-grained-personal-access-tokens */
const needs: Record<OperationId, [Permission, Level]> = {
  'repos/get': ['metadata', 'read'],
  'repos/get-commit': ['contents', 'read'],
  'repos/get-branch': ['contents', 'read'],
  'repos/get-content': ['contents', 'read'],
  'repos/create-or-update-file-contents': ['contents', 'write'],
  'repos/download-tarball-archive': ['contents', 'read'],
  'git/get-tree': ['contents', 'read'],
  'git/get-blob': ['contents', 'read'],
  'git/create-ref': ['contents', 'write'],
  'actions/get-github-actions-permissions-repository': ['administration', 'read'],
  'actions/get-workflow': ['actions', 'read'],
  'actions/create-workflow-dispatch': ['actions', 'write'],
  'actions/list-workflow-runs': ['actions', 'read'],
  'actions/list-workflow-runs-for-repo': ['actions', 'read'],
  'actions/get-workflow-run': ['actions', 'read'],
  'actions/list-jobs-for-workflow-run': ['actions', 'read'],
  'actions/download-job-logs-for-workflow-run': ['actions', 'read'],
  'actions/list-workflow-run-artifacts': ['actions', 'read'],
  'actions/download-artifact': ['actions', 'read'],
  'actions/cancel-workflow-run': ['actions', 'write'],
  'actions/force-cancel-workflow-run': ['actions', 'write'],
  'actions/get-pending-deployments-for-run': ['actions', 'read'],
  'actions/get-repo-public-key': ['secrets', 'read'],
  'actions/list-repo-secrets': ['secrets', 'read'],
  'actions/create-or-update-repo-secret': ['secrets', 'write'],
  'actions/delete-repo-secret': ['secrets', 'write'],
};

/** What a token without the right for an operation is answered; null if it may. */
export function lacking(token: Token | undefined, id: OperationId): DoubleAnswer | null {
  const [permission, level] = needs[id];
  const headers = { 'x-accepted-github-permissions': `${permission}=${level}` };
  if (token?.kind === 'classic') {
    if (token.scopes.includes('repo')) return null;
    // A private repository doesn't exist for a person who may not see it.
    return { status: 404, body: { message: 'Not Found' }, headers };
  }
  const granted = token?.permissions[permission];
  if (granted === 'write' || granted === level) return null;
  const message = 'Resource not accessible by personal access token';
  return { status: 403, body: { message }, headers };
}
