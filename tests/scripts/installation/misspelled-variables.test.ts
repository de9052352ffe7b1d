import { expect, it } from 'vitest';
import { misspelledVariables } from '@/scripts/operator/misspelled-variables';

it.each([
  [{ METRIC_TOKEN: 'x' }, 'METRIC_TOKEN is not a variable of Pushboard. Did you mean METRICS_TOKEN?'],
  [{ RUN_RETENTION: '30' }, 'RUN_RETENTION is not a variable of Pushboard. Did you mean RUN_RETENTION_DAYS?'],
  [{ OIDC_ISSUER: 'x' }, 'OIDC_ISSUER is not a variable of Pushboard. Did you mean OIDC_ISSUERS?'],
  [
    { OIDC_ISSUERS: 'kc', OIDC_KC_ISUER: 'x' },
    'OIDC_KC_ISUER is not a variable of Pushboard. Did you mean OIDC_KC_ISSUER?',
  ],
  [
    { OIDC_ISSUERS: 'kc', OIDC_OKTA_CLIENT_SECRET: 'x' },
    'OIDC_OKTA_CLIENT_SECRET is not used: its name is not in OIDC_ISSUERS.',
  ],
  [
    { ENVIRONMENT_DATABASES: 'crm', ENVIRONMENT_DATABASE_BILLING: 'x' },
    'ENVIRONMENT_DATABASE_BILLING is not used: its name is not in ENVIRONMENT_DATABASES.',
  ],
])('%j', (source, words) => {
  expect(misspelledVariables(source)).toEqual([words]);
});

it('variables of others, and ours, are not mentioned', () => {
  const others =
    'PATH HOME HOSTNAME MAIL USER LOGNAME SHELL LANG LC_ALL TZ TERM COLORTERM SSH_AUTH_SOCK XDG_RUNTIME_DIR ' +
    'KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP_PROTO PUSHBOARD_SERVICE_HOST PUSHBOARD_PORT ' +
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET MEMORY_PRESSURE_WATCH NODE_VERSION NODE_OPTIONS ' +
    'YARN_VERSION NPM_CONFIG_CACHE INIT_CWD HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE PGHOST PGPASSWORD ' +
    'POSTGRES_PASSWORD DATABASE_PASSWORD AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_ROLE_ARN ' +
    'AZURE_CLIENT_ID AZURE_TENANT_ID OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT OTEL_TRACES_SAMPLER ' +
    'COMMIT_HASH COMMIT_REF SAMPLE_OWNER_DATABASE_URL METRICS_TOKEN OIDC_ISSUERS OIDC_KC_LABEL';
  const source = Object.fromEntries(others.split(' ').map((name) => [name, 'kc']));
  expect(misspelledVariables({ ...source, METRIC_TOKEN: ' ' })).toEqual([]);
});
