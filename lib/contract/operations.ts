import * as audit from './audit/audit';
import * as changelog from './command/changelog';
import * as command from './command/command';
import * as configure from './command/configure';
import * as connection from './command/connection';
import * as decorations from './command/decorations';
import * as dropdownOptions from './command/dropdown-options';
import * as dropdowns from './command/dropdowns';
import * as duplicate from './command/duplicate';
import * as commandInputs from './command/inputs';
import * as commandOutputs from './command/outputs';
import * as presets from './command/presets';
import * as reveal from './command/reveal';
import * as revisions from './command/revisions';
import * as snippets from './command/snippets';
import * as startup from './command/startup';
import * as viewCode from './command/view-code';
import * as viewSql from './command/view-sql';
import * as attention from './dependents/attention';
import * as dependents from './dependents/dependents';
import * as diagnosticConnections from './diagnostics/connections';
import * as operator from './diagnostics/operator';
import * as diagnosticServer from './diagnostics/server';
import * as diagnosticServices from './diagnostics/services';
import * as analytics from './insight/analytics';
import * as errorGroups from './insight/errors';
import * as figureProgress from './insight/progress';
import * as figureUsage from './insight/usage';
import * as figureWorking from './insight/working';
import * as figureWorth from './insight/worth';
import * as commands from './library/commands';
import * as drilldown from './library/drilldown';
import * as firstVisit from './library/first-visit';
import * as folders from './library/folders';
import * as home from './library/home';
import * as pins from './library/pins';
import * as recents from './library/recents';
import * as openapi from './openapi';
import type { AnyOperation } from './operation';
import * as connectedApps from './people/connected-apps';
import * as directory from './people/directory';
import * as directorySignIn from './people/directory-sign-in';
import * as groups from './people/groups';
import * as invites from './people/invites';
import * as members from './people/members';
import * as orgs from './people/orgs';
import * as people from './people/people';
import * as serviceAccounts from './people/service-accounts';
import * as sessions from './people/sessions';
import * as signIn from './people/sign-in';
import * as tokens from './people/tokens';
import * as combinedDownloads from './results/combined-downloads';
import * as deletedResults from './results/deleted-results';
import * as downloads from './results/downloads';
import * as resultRows from './results/result-rows';
import * as approvals from './runs/approvals';
import * as bulk from './runs/bulk';
import * as confirmations from './runs/confirmations';
import * as history from './runs/history';
import * as historyViews from './runs/history-views';
import * as notifications from './runs/notifications';
import * as receipts from './runs/receipts';
import * as rerunError from './runs/rerun-error';
import * as runEvents from './runs/run-events';
import * as runMarks from './runs/run-marks';
import * as runPaths from './runs/run-paths';
import * as runs from './runs/runs';
import * as sendResults from './runs/send-results';
import * as usage from './runs/usage';
import * as alertAddresses from './schedules/alert-addresses';
import * as autoRuns from './schedules/auto-runs';
import * as jobAlerts from './schedules/job-alerts';
import * as jobDigest from './schedules/job-digest';
import * as jobSettings from './schedules/job-settings';
import * as jobs from './schedules/jobs';
import * as accessRequests from './sharing/access-requests';
import * as mail from './sharing/mail';
import * as sharing from './sharing/sharing';
import * as unshare from './sharing/unshare';
import * as credentials from './sources/credentials';
import * as expectedBreaks from './sources/expected-breaks';
import * as imports from './sources/imports';
import * as pushWebhook from './sources/push-webhook';
import * as requests from './sources/requests';
import * as sync from './sources/sync';
import * as environment from './sources/sync-environment';
import * as syncIgnore from './sources/sync-ignore';
import * as webhooks from './webhooks/webhooks';

function operationsIn(resource: Record<string, unknown>): AnyOperation[] {
  return Object.values(resource).filter(isOperation);
}

function isOperation(value: unknown): value is AnyOperation {
  return typeof value === 'object' && value !== null && 'permission' in value && 'answer' in value;
}

/** What the operations are about, as the OpenAPI document groups them. */
export const operationTags = {
  Runs: 'Running commands, one or many rows, and reading what came back.',
  Commands: 'Commands, their inputs and settings, and the folders they are kept in.',
  People: 'Signing in, tokens, organizations, members, and groups.',
  'Schedules and webhooks': 'Runs that start by themselves, or when another program calls.',
  Sharing: 'Who has what, asking for access, and mail.',
  Sources: 'Connections, descriptions of APIs, and syncing commands with what a source has.',
  Insight: 'Figures, errors, the audit log, and whether everything works.',
} as const;
export type OperationTag = keyof typeof operationTags;

const resources: readonly [OperationTag, Record<string, unknown>][] = [
  ['People', people],
  ['People', signIn],
  ['Insight', diagnosticServices],
  ['Insight', diagnosticConnections],
  ['Insight', diagnosticServer],
  ['Insight', operator],
  ['People', sessions],
  ['People', connectedApps],
  ['Runs', confirmations],
  ['People', tokens],
  ['People', orgs],
  ['Commands', commands],
  ['Commands', command],
  ['Commands', commandOutputs],
  ['Commands', presets],
  ['Commands', duplicate],
  ['Commands', drilldown],
  ['Commands', configure],
  ['Commands', commandInputs],
  ['Commands', snippets],
  ['Commands', dependents],
  ['Commands', attention],
  ['Commands', dropdowns],
  ['Commands', dropdownOptions],
  ['Commands', folders],
  ['Commands', recents],
  ['Commands', pins],
  ['Commands', home],
  ['Sources', credentials],
  ['Sources', pushWebhook],
  ['Sources', expectedBreaks],
  ['Sources', imports],
  ['Sources', requests],
  ['Sources', sync],
  ['Sources', syncIgnore],
  ['Commands', revisions],
  ['Commands', decorations],
  ['Runs', runs],
  ['Runs', runEvents],
  ['Runs', bulk],
  ['Runs', rerunError],
  ['Runs', approvals],
  ['Runs', notifications],
  ['Runs', history],
  ['Runs', downloads],
  ['Runs', combinedDownloads],
  ['Runs', sendResults],
  ['Runs', runPaths],
  ['Runs', receipts],
  ['Schedules and webhooks', jobs],
  ['Schedules and webhooks', autoRuns],
  ['Schedules and webhooks', jobAlerts],
  ['Schedules and webhooks', jobSettings],
  ['Schedules and webhooks', jobDigest],
  ['Schedules and webhooks', alertAddresses],
  ['Schedules and webhooks', webhooks],
  ['Commands', reveal],
  ['Runs', resultRows],
  ['Runs', usage],
  ['Runs', runMarks],
  ['Runs', deletedResults],
  ['Runs', historyViews],
  ['Commands', connection],
  ['Commands', viewCode],
  ['Commands', viewSql],
  ['Sharing', sharing],
  ['Sharing', unshare],
  ['Sharing', accessRequests],
  ['People', invites],
  ['Sharing', mail],
  ['People', members],
  ['People', groups],
  ['People', serviceAccounts],
  ['People', directory],
  ['Sources', environment],
  ['People', directorySignIn],
  ['Commands', changelog],
  ['Insight', analytics],
  ['Insight', errorGroups],
  ['Insight', figureProgress],
  ['Insight', figureUsage],
  ['Insight', figureWorking],
  ['Insight', figureWorth],
  ['Insight', audit],
  ['Commands', startup],
  ['Commands', firstVisit],
  ['Insight', openapi],
];

/** Every operation of the API. The routes, the OpenAPI document, and the access tests are checked against it. */
export const operations: readonly AnyOperation[] = resources.flatMap(([, resource]) =>
  operationsIn(resource),
);

/** The tag of each operation, by its id. */
export const tagOfOperation: ReadonlyMap<string, OperationTag> = new Map(
  resources.flatMap(([tag, resource]) => operationsIn(resource).map(({ id }) => [id, tag] as const)),
);
