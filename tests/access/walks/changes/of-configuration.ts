import { people } from '../../../support/things/people';
import { type Change, kit, made, things } from './things';

const toOther = () => ({ inputKitId: things.other.commandId });

/** Commands and what is configured of them, folders, and connections. */
export const configurationChanges: readonly Change[] = [
  { id: 'updateCommand', path: kit, body: () => ({ description: 'New' }) },
  {
    id: 'updateTemplate',
    path: () => `/command-templates/${things.command.templateId}`,
    body: () => ({ runButtonText: 'Go' }),
  },
  { id: 'updateInput', path: () => `${kit()}/li-inputs/${things.inputId}`, body: () => ({ note: 'New' }) },
  { id: 'createDropdown', path: () => '/dropdowns', body: () => ({ name: 'Made', enum: ['1', '2'] }) },
  {
    id: 'updateDropdown',
    path: () => `/dropdowns/${made.dropdownId}`,
    body: () => ({ enum: ['1', '3'] }),
  },
  { id: 'createPreset', path: () => `${kit()}/presets`, body: () => ({ name: 'Mine', runrams: {} }) },
  { id: 'updatePreset', path: () => `${kit()}/presets/${made.presetId}`, body: () => ({ name: 'My own' }) },
  { id: 'deletePreset', path: () => `${kit()}/presets/${made.presetId}` },
  {
    id: 'createJob',
    path: () => `${kit()}/cron-jobs`,
    body: () => ({ name: 'Nightly', cronExpression: '0 3 * * *', runrams: { amount: 1 } }),
    as: people.engineer,
  },
  { id: 'updateJob', path: () => `${kit()}/cron-jobs/${made.cronJobId}`, body: () => ({ isEnabled: false }) },
  {
    id: 'createJobAlert',
    path: () => `${kit()}/cron-jobs/${made.cronJobId}/alerts`,
    body: () => ({ channel: 'email', userId: people.runner, events: ['failure'] }),
  },
  {
    id: 'updateJobAlert',
    path: () => `${kit()}/cron-jobs/${made.cronJobId}/alerts/${made.alertId}`,
    body: () => ({ events: ['success'] }),
  },
  { id: 'deleteJobAlert', path: () => `${kit()}/cron-jobs/${made.cronJobId}/alerts/${made.alertId}` },
  { id: 'runJobNow', path: () => `${kit()}/cron-jobs/${made.cronJobId}/run` },
  {
    id: 'backfillJob',
    path: () => `${kit()}/cron-jobs/${made.cronJobId}/backfill`,
    body: () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
  },
  {
    id: 'updateJobDigest',
    path: () => '/cron-job-digest',
    body: () => ({ isOn: true, hour: 7, timezone: 'Etc/UTC' }),
  },
  {
    id: 'updateAlertAddresses',
    path: () => '/alert-addresses',
    body: () => ({ addresses: ['on-call@example.com'] }),
  },
  { id: 'updateJobSettings', path: () => '/cron-job-settings', body: () => ({ isPaused: true }) },
  { id: 'takeJob', path: () => `${kit()}/cron-jobs/${made.cronJobId}/take` },
  { id: 'deleteJob', path: () => `${kit()}/cron-jobs/${made.cronJobId}` },
  {
    id: 'createWebhook',
    path: () => `${kit()}/webhooks`,
    body: () => ({ name: 'Orders' }),
    as: people.engineer,
  },
  { id: 'updateWebhook', path: () => `${kit()}/webhooks/${made.webhookId}`, body: () => ({ name: 'Sales' }) },
  { id: 'takeWebhook', path: () => `${kit()}/webhooks/${made.webhookId}/take` },
  { id: 'replaceWebhookSecret', path: () => `${kit()}/webhooks/${made.webhookId}/secret` },
  { id: 'endPreviousWebhookSecret', path: () => `${kit()}/webhooks/${made.webhookId}/secret` },
  {
    id: 'testWebhook',
    path: () => `${kit()}/webhooks/${made.webhookId}/test`,
    body: () => ({ body: {} }),
  },
  { id: 'deleteWebhook', path: () => `${kit()}/webhooks/${made.webhookId}` },
  { id: 'deleteDropdown', path: () => `/dropdowns/${made.dropdownId}` },
  { id: 'duplicateCommand', path: () => `${kit()}/duplicate`, body: () => ({ name: 'A copy' }) },
  {
    id: 'updateInputs',
    path: () => `${kit()}/bulk-lego-instance-inputs`,
    body: () => ({ legoInstanceInputs: [{ legoInstanceInputId: things.inputId, hidden: true }] }),
  },
  { id: 'restoreRevision', path: () => `${kit()}/revisions/1/restore`, body: () => ({}) },
  { id: 'createRowDecoration', path: () => `${kit()}/decorations`, body: toOther },
  {
    id: 'updateRowDecoration',
    path: () => `${kit()}/decorations/${made.decorationId}`,
    body: () => ({ name: 'Again' }),
  },
  { id: 'deleteRowDecoration', path: () => `${kit()}/decorations/${made.decorationId}` },
  { id: 'createObjectDecoration', path: () => `${kit()}/object-decorations`, body: toOther },
  {
    id: 'updateObjectDecoration',
    path: () => `${kit()}/object-decorations/${made.objectDecorationId}`,
    body: () => ({ name: 'Again' }),
  },
  { id: 'deleteObjectDecoration', path: () => `${kit()}/object-decorations/${made.objectDecorationId}` },
  { id: 'createErrorDecoration', path: () => `${kit()}/error-decorations`, body: toOther },
  {
    id: 'deleteErrorDecoration',
    path: () => `${kit()}/error-decorations/${things.command.commandId}`,
  },
  { id: 'createFolder', path: () => '/directories', body: () => ({ name: 'Made' }) },
  { id: 'renameFolder', path: () => `/directories/${made.folderId}`, body: () => ({ name: 'Again' }) },
  { id: 'deleteFolder', path: () => `/directories/${made.folderId}` },
  {
    id: 'createCredential',
    path: () => '/creds?force=true',
    body: () => ({
      credType: 'db',
      name: 'Made',
      db: { host: 'db.invalid', databaseName: 'x', username: 'x', password: 'x' },
    }),
  },
  {
    id: 'updateCredential',
    path: () => `/creds/${made.credentialId}?force=true`,
    body: () => ({ name: 'Again' }),
  },
  {
    id: 'updateGithubCredential',
    path: () => `/github-creds/${things.githubCredentialId}?force=true`,
    body: () => ({ dotenv: 'STAGE=canary' }),
  },
  { id: 'makePushWebhook', path: () => `/creds/${things.githubCredentialId}/push-webhook` },
  { id: 'removePushWebhook', path: () => `/creds/${things.githubCredentialId}/push-webhook` },
  { id: 'deleteCredential', path: () => `/creds/${made.credentialId}` },
  {
    id: 'updateApiAuth',
    path: () => `/creds-api/${things.apiCredentialId}`,
    body: () => ({ authType: 'bearer_token', bearerToken: 'canary' }),
  },
  { id: 'ignoreThing', path: () => '/flankignore', body: () => ({ cloudId: 'db::postgres::1::x.y()' }) },
  { id: 'unignoreThing', path: () => `/flankignore/${made.ignoreId}` },
];
