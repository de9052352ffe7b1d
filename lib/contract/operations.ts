import * as accessRequests from './access-requests';
import * as audit from './audit';
import * as changelog from './changelog';
import * as connection from './command/connection';
import * as decorations from './command/decorations';
import * as dropdownOptions from './command/dropdown-options';
import * as dropdowns from './command/dropdowns';
import * as duplicate from './command/duplicate';
import * as commandInputs from './command/inputs';
import * as commandOutputs from './command/outputs';
import * as presets from './command/presets';
import * as reveal from './command/reveal';
import * as viewSql from './command/view-sql';
import * as commands from './commands';
import * as configure from './configure';
import * as credentials from './credentials';
import * as diagnostics from './diagnostics';
import * as downloads from './downloads';
import * as drilldown from './drilldown';
import * as environment from './environment/sync-environment';
import * as firstVisit from './first-visit';
import * as folders from './folders';
import * as groups from './groups';
import * as history from './history';
import * as connectedApps from './identity/connected-apps';
import * as directory from './identity/directory';
import * as directorySignIn from './identity/directory-sign-in';
import * as serviceAccounts from './identity/service-accounts';
import * as sessions from './identity/sessions';
import * as signIn from './identity/sign-in';
import * as tokens from './identity/tokens';
import * as imports from './imports';
import * as invites from './invites';
import * as mail from './mail';
import * as members from './members';
import * as openapi from './openapi';
import type { AnyOperation } from './operation';
import * as orgs from './orgs';
import * as people from './people';
import * as pins from './pins';
import * as recents from './recents';
import * as requests from './requests';
import * as revisions from './revisions';
import * as approvals from './running/approvals';
import * as bulk from './running/bulk';
import * as combinedDownloads from './running/combined-downloads';
import * as deletedResults from './running/deleted-results';
import * as historyViews from './running/history-views';
import * as notifications from './running/notifications';
import * as receipts from './running/receipts';
import * as resultRows from './running/result-rows';
import * as runMarks from './running/run-marks';
import * as runPaths from './running/run-paths';
import * as sendResults from './running/send-results';
import * as usage from './running/usage';
import * as runs from './runs';
import * as alertAddresses from './schedules/alert-addresses';
import * as autoRuns from './schedules/auto-runs';
import * as jobAlerts from './schedules/job-alerts';
import * as jobDigest from './schedules/job-digest';
import * as jobSettings from './schedules/job-settings';
import * as jobs from './schedules/jobs';
import * as sharing from './sharing';
import * as startup from './startup';
import * as sync from './sync';
import * as syncIgnore from './sync-ignore';
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
  diagnostics,
  sessions,
  connectedApps,
  tokens,
  orgs,
  commands,
  commandOutputs,
  presets,
  duplicate,
  drilldown,
  configure,
  commandInputs,
  dropdowns,
  dropdownOptions,
  folders,
  recents,
  pins,
  credentials,
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
  viewSql,
  sharing,
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
  audit,
  startup,
  firstVisit,
  openapi,
].flatMap(operationsIn);
