import { chainKeyPurpose } from '@/server/audit/chain-keys';
import { alertPurpose } from '@/server/automation/schedules/alerts/alert-address';
import { autoRunPurpose } from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { jobPurpose } from '@/server/automation/schedules/job-values';
import { webhookPurpose } from '@/server/automation/webhooks/webhook-inputs';
import { webhookSecretPurpose } from '@/server/automation/webhooks/webhook-rows';
import { defaultPurpose } from '@/server/commands/settings/sealed-default';
import { headersPurpose } from '@/server/commands/template/template-headers';
import { sealPurpose as credentialPurpose } from '@/server/connections/open-credential';
import { mailPurpose } from '@/server/messages/queue-mail';
import { DIRECTORY_SESSION_PURPOSE } from '@/server/people/directory/sign-in/renew';
import { sealPurpose as linkPurpose } from '@/server/people/sign-in/email-links/request-link';
import { ID_TOKEN_PURPOSE } from '@/server/people/sign-in/session';
import { storePurpose } from '@/server/results/stored/result-stores';
import { receiptKeyPurpose } from '@/server/runs/receipts/receipt-keys';
import { runPurpose } from '@/server/runs/start/run-values';
import { pushSecretPurpose } from '@/server/sources/push/push-webhook-rows';

/** A column whose values are sealed. */
export interface SealedColumn {
  /** What is in it, in the operator's words. */
  words: string;
  table: string;
  column: string;
  /** The column that identifies a row and orders the table. */
  key: string;
  /** What a value is sealed for, as the other columns of its row say. */
  purpose: readonly [needs: readonly string[], from: (...values: never[]) => string];
  /** Which rows can be sealed again now, as a condition on `t`. All can, if it is left out. */
  onlyWhere?: string;
  /** How the purpose's columns are found if they aren't all in the table `t`. */
  joined?: { join: string; columns: Readonly<Record<string, string>> };
}

const ORG_AND = (column: string): readonly string[] => ['org_id', column];

/** Every column with sealed values, but for the known texts in `key_canary`, which stay with their keys. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    words: 'secrets of connections',
    table: 'credential',
    column: 'sealed_secrets',
    key: 'credential_id',
    purpose: [ORG_AND('credential_id'), credentialPurpose],
  },
  {
    words: 'headers of commands',
    table: 'template',
    column: 'sealed_headers',
    key: 'template_id',
    purpose: [ORG_AND('template_id'), headersPurpose],
  },
  {
    words: 'defaults of inputs',
    table: 'command_input',
    column: 'sealed_default',
    key: 'input_id',
    purpose: [ORG_AND('input_id'), defaultPurpose],
  },
  {
    words: 'values of scheduled jobs',
    table: 'scheduled_job_input',
    column: 'sealed_value',
    key: 'scheduled_job_input_id',
    purpose: [
      ['org_id', 'scheduled_job_id', 'input_id'],
      (orgId: string, jobId: number, inputId: number) => jobPurpose(orgId, jobId)(inputId),
    ],
  },
  {
    words: 'values of auto-runs',
    table: 'scheduled_auto_run_input',
    column: 'sealed_value',
    key: 'scheduled_auto_run_input_id',
    purpose: [
      ['org_id', 'scheduled_auto_run_id', 'input_id'],
      (orgId: string, autoRunId: number, inputId: number) => autoRunPurpose(orgId, autoRunId)(inputId),
    ],
  },
  {
    words: 'values of webhooks',
    table: 'webhook_input',
    column: 'sealed_value',
    key: 'webhook_input_id',
    purpose: [
      ['org_id', 'webhook_id', 'input_id'],
      (orgId: string, webhookId: number, inputId: number) => webhookPurpose(orgId, webhookId)(inputId),
    ],
  },
  {
    words: 'addresses of alerts',
    table: 'job_alert',
    column: 'sealed_url',
    key: 'job_alert_id',
    purpose: [['org_id'], (orgId: string) => alertPurpose(orgId, 'url')],
  },
  {
    words: 'secrets of alerts',
    table: 'job_alert',
    column: 'sealed_secret',
    key: 'job_alert_id',
    purpose: [['org_id'], (orgId: string) => alertPurpose(orgId, 'secret')],
  },
  {
    words: 'secrets of webhooks',
    table: 'webhook',
    column: 'sealed_secret',
    key: 'webhook_id',
    purpose: [['public_id'], webhookSecretPurpose],
  },
  {
    words: 'earlier secrets of webhooks',
    table: 'webhook',
    column: 'sealed_previous_secret',
    key: 'webhook_id',
    purpose: [['public_id'], webhookSecretPurpose],
  },
  {
    words: 'secrets of push webhooks',
    table: 'push_webhook',
    column: 'sealed_secret',
    key: 'credential_id',
    purpose: [['public_id'], pushSecretPurpose],
  },
  {
    words: 'stores of results',
    table: 'result_store',
    column: 'sealed_settings',
    key: 'store_id',
    purpose: [['identity'], storePurpose],
  },
  {
    words: 'keys of receipts',
    table: 'receipt_key',
    column: 'sealed_private_key',
    key: 'key_id',
    purpose: [['key_id'], receiptKeyPurpose],
  },
  {
    words: 'keys of the audit chain',
    table: 'audit_chain_key',
    column: 'sealed_chain_key',
    key: 'key_id',
    purpose: [['key_id'], chainKeyPurpose],
  },
  {
    words: 'messages',
    table: 'mail_message',
    column: 'sealed_content',
    key: 'mail_id',
    purpose: [['mail_id'], mailPurpose],
  },
  {
    words: 'sign-in links',
    table: 'sign_in_link',
    column: 'sealed_token',
    key: 'link_id',
    purpose: [['link_id'], linkPurpose],
  },
  {
    words: 'sessions',
    table: 'session',
    column: 'sealed_id_token',
    key: 'token_hash',
    purpose: [[], () => ID_TOKEN_PURPOSE],
  },
  {
    words: 'sessions of the directory',
    table: 'directory_session',
    column: 'sealed_cache',
    key: 'token_hash',
    purpose: [[], () => DIRECTORY_SESSION_PURPOSE],
  },
  {
    words: 'values of runs',
    table: 'run',
    column: 'sealed_values',
    key: 'run_id',
    purpose: [ORG_AND('credential_id'), runPurpose],
    // An approval is for exactly these bytes until the run has ended.
    onlyWhere: `t.status not in ('starting', 'running')`,
    joined: {
      join: 'left join run_definition d on d.org_id = t.org_id and d.definition_id = t.definition_id',
      columns: { credential_id: `(d.content::jsonb ->> 'credentialId')::int` },
    },
  },
];
