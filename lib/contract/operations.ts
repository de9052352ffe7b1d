import * as audit from './audit/audit';
import * as changelog from './command/changelog';
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
import * as diagnosticConnections from './diagnostics/connections';
import * as operator from './diagnostics/operator';
import * as diagnosticServer from './diagnostics/server';
import * as diagnosticServices from './diagnostics/services';
import * as analytics from './insight/analytics';
import * as figureProgress from './insight/progress';
import * as figureUsage from './insight/usage';
import * as figureWorking from './insight/working';
import * as figureWorth from './insight/worth';
import * as commands from './library/commands';
import * as drilldown from './library/drilldown';
import * as firstVisit from './library/first-visit';
import * as folders from './library/folders';
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

/** Every operation of the API. The routes, the OpenAPI document, and the access tests are checked against it. */
export const operations: readonly AnyOperation[] = [
  people,
  signIn,
  diagnosticServices,
  diagnosticConnections,
  diagnosticServer,
  operator,
  sessions,
  connectedApps,
  confirmations,
  tokens,
  orgs,
  commands,
  commandOutputs,
  presets,
  duplicate,
  drilldown,
  configure,
  commandInputs,
  snippets,
  dropdowns,
  dropdownOptions,
  folders,
  recents,
  pins,
  credentials,
  pushWebhook,
  imports,
  requests,
  sync,
  syncIgnore,
  revisions,
  decorations,
  runs,
  bulk,
  approvals,
  notifications,
  history,
  downloads,
  combinedDownloads,
  sendResults,
  runPaths,
  receipts,
  jobs,
  autoRuns,
  jobAlerts,
  jobSettings,
  jobDigest,
  alertAddresses,
  webhooks,
  reveal,
  resultRows,
  usage,
  runMarks,
  deletedResults,
  historyViews,
  connection,
  viewCode,
  viewSql,
  sharing,
  unshare,
  accessRequests,
  invites,
  mail,
  members,
  groups,
  serviceAccounts,
  directory,
  environment,
  directorySignIn,
  changelog,
  analytics,
  figureProgress,
  figureUsage,
  figureWorking,
  figureWorth,
  audit,
  startup,
  firstVisit,
  openapi,
].flatMap(operationsIn);
