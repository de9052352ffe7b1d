import type { z } from 'zod';
import { visibility, warningTag } from '@/lib/settings/command-choices';
import { conditions } from '@/lib/settings/condition-settings';
import { undoMap, undoPartner } from '@/lib/settings/undo/undo-partner';
import { json } from '@/lib/wire/values';
import { changeType } from './command/changelog';
import { commandDetail } from './command/command';
import { errorDecoration, objectDecoration, rowDecoration } from './command/decoration-shapes';
import { dropdown } from './command/dropdowns';
import { cacheInterval, dropdownKind, formDropdown } from './command/form-dropdown';
import { input, inputType } from './command/input-shape';
import { outputColumn, outputField } from './command/outputs';
import { preset } from './command/presets';
import { diagnosticResult } from './diagnostics/diagnostic-result';
import { errorBody } from './error-body';
import { errorDetails, listedError } from './insight/errors';
import { unlistedOutcomes } from './insight/shared';
import { accessLevel, accessRole, commandSummary } from './library/commands';
import { folder } from './library/folders';
import { syncSummary } from './people/directory';
import { group, member } from './people/members';
import { org, orgRole, person } from './people/people';
import { serviceAccount } from './people/service-accounts';
import { freshToken, newToken, token, tokenChanges, tokenScopeKind } from './people/tokens';
import { combinedDownload } from './results/combined-downloads';
import { approvalRequest } from './runs/approval-shapes';
import { bulkProgress } from './runs/bulk-progress';
import { runConfirmation } from './runs/confirmations';
import { runSummary } from './runs/history';
import { historyView } from './runs/history-views';
import { payloadFormat, run, runEndReason, runStatus } from './runs/run';
import { approvalState, runApproval } from './runs/run-approval';
import { dryRunReport } from './runs/run-extras';
import { alertAddresses } from './schedules/alert-addresses';
import { jobDecoration, jobErrorDecoration } from './schedules/auto-runs';
import { createdAlert, jobAlert, newAlert } from './schedules/job-alerts';
import { jobDigest } from './schedules/job-digest';
import { jobSettings } from './schedules/job-settings';
import { scheduledJob } from './schedules/scheduled-job';
import { mailKind, mailState, outboxMessage } from './sharing/mail';
import { recipient } from './sharing/recipient';
import { groupWithAccess, personWithAccess } from './sharing/with-access';
import { connectionKind, credential, credType } from './sources/credentials';
import { uploaded } from './sources/imports';
import { pushWebhook } from './sources/push-webhook';
import { apiAuth } from './sources/requests';
import { sourceChange } from './sources/source-change';
import { diff, diffRow, templateChange } from './sources/sync-diff';
import { environmentSummary } from './sources/sync-environment';
import { deliveryState, webhook, webhookDelivery, webhookWithSecret } from './webhooks/webhook';

/** The names of schemas in the OpenAPI document, where several operations share them or they contain themselves. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [accessLevel, 'AccessLevel'],
  [accessRole, 'AccessRole'],
  [alertAddresses, 'AlertAddresses'],
  [apiAuth, 'ApiAuth'],
  [approvalRequest, 'ApprovalRequest'],
  [approvalState, 'ApprovalState'],
  [bulkProgress, 'BulkProgress'],
  [cacheInterval, 'CacheInterval'],
  [changeType, 'ChangeType'],
  [combinedDownload, 'CombinedDownload'],
  [commandDetail, 'CommandDetail'],
  [commandSummary, 'CommandSummary'],
  [conditions, 'InputConditions'],
  [connectionKind, 'ConnectionKind'],
  [credType, 'ConnectionType'],
  [credential, 'Connection'],
  [deliveryState, 'DeliveryState'],
  [diagnosticResult, 'DiagnosticResult'],
  [diff, 'SourceDiff'],
  [diffRow, 'SourceDiffRow'],
  [dropdown, 'Dropdown'],
  [dropdownKind, 'DropdownKind'],
  [dryRunReport, 'DryRunReport'],
  [environmentSummary, 'EnvironmentSummary'],
  [errorBody, 'Error'],
  [errorDecoration, 'ErrorDecoration'],
  [errorDetails, 'ErrorGroupDetails'],
  [listedError, 'ErrorGroup'],
  [folder, 'Folder'],
  [formDropdown, 'FormDropdown'],
  [freshToken, 'AccessTokenWithSecret'],
  [group, 'Group'],
  [groupWithAccess, 'GroupWithAccess'],
  [historyView, 'HistoryView'],
  [input, 'CommandInput'],
  [inputType, 'InputType'],
  [jobAlert, 'JobAlert'],
  [createdAlert, 'CreatedJobAlert'],
  [newAlert, 'NewJobAlert'],
  [jobDecoration, 'JobDecoration'],
  [jobDigest, 'JobDigest'],
  [jobErrorDecoration, 'JobErrorDecoration'],
  [jobSettings, 'JobSettings'],
  [json, 'Json'],
  [mailKind, 'MailKind'],
  [mailState, 'MailState'],
  [member, 'Member'],
  [newToken, 'NewAccessToken'],
  [objectDecoration, 'ObjectDecoration'],
  [org, 'Organization'],
  [orgRole, 'OrgRole'],
  [outboxMessage, 'OutboxMessage'],
  [outputColumn, 'OutputColumn'],
  [outputField, 'OutputField'],
  [payloadFormat, 'PayloadFormat'],
  [person, 'Person'],
  [personWithAccess, 'PersonWithAccess'],
  [preset, 'ValuePreset'],
  [pushWebhook, 'PushWebhook'],
  [recipient, 'Recipient'],
  [rowDecoration, 'RowDecoration'],
  [run, 'Run'],
  [runApproval, 'RunApproval'],
  [runConfirmation, 'RunConfirmation'],
  [runEndReason, 'RunEndReason'],
  [runStatus, 'RunStatus'],
  [runSummary, 'RunSummary'],
  [scheduledJob, 'ScheduledJob'],
  [serviceAccount, 'ServiceAccount'],
  [sourceChange, 'SourceChange'],
  [syncSummary, 'DirectorySync'],
  [templateChange, 'TemplateChange'],
  [token, 'AccessToken'],
  [tokenChanges, 'AccessTokenChanges'],
  [tokenScopeKind, 'TokenScopeKind'],
  [undoMap, 'UndoMap'],
  [undoPartner, 'UndoPartner'],
  [unlistedOutcomes, 'UnlistedOutcomes'],
  [uploaded, 'UploadedDocuments'],
  [visibility, 'Visibility'],
  [warningTag, 'WarningTag'],
  [webhook, 'Webhook'],
  [webhookDelivery, 'WebhookDelivery'],
  [webhookWithSecret, 'WebhookWithSecret'],
]);
