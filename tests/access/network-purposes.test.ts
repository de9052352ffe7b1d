import { expect, test } from 'vitest';
import { env } from '@/server/base/env';
import { networkFor, networkPolicy } from '@/server/connections/network-policy';
import { guardFor, resolveAllowed } from '@/server/connectors/_shared/network-guard';
import type { NetworkPolicy } from '@/server/connectors/connector-context';
import { withApp } from '../support/app/app';

const listed = {
  NETWORK_ALLOW: '10.0.0.1',
  ALERT_ALLOW: '10.0.0.2',
  PROGRAM_ALLOW: '10.0.0.3',
  PROVIDER_ALLOW: '10.0.0.4',
};
const named = { S3_ENDPOINT: '10.0.0.5', SMTP_URL: '10.0.0.6', OTEL_EXPORTER_OTLP_ENDPOINT: '10.0.0.7' };
const awsEndpoint = '10.0.0.8';

withApp({
  AUTH_MODE: 'hosted',
  ...listed,
  RESULT_STORE: 's3',
  S3_BUCKET: 'results',
  S3_ENDPOINT: `http://${named.S3_ENDPOINT}`,
  SMTP_URL: `smtp://${named.SMTP_URL}`,
  MAIL_FROM: 'pushboard@example.com',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://${named.OTEL_EXPORTER_OTLP_ENDPOINT}`,
  AWS_ENDPOINT: `http://${awsEndpoint}`,
});

const all = [...Object.values(listed), ...Object.values(named), awsEndpoint];

/** Which of all addresses that the operator opened or named are open here. */
async function openTo(network: NetworkPolicy): Promise<string[]> {
  const open: string[] = [];
  for (const host of all) {
    const target = resolveAllowed({ host, port: 443 }, { network, isBuiltin: false });
    await target.then(
      () => open.push(host),
      (error: Error) => expect(error.message).toContain(network.listedIn),
    );
  }
  return open;
}

test('S92 what is opened or named for one purpose is open to nothing else', async () => {
  expect(await openTo(networkPolicy())).toEqual([listed.NETWORK_ALLOW]);
  expect(await openTo(networkFor('alerts'))).toEqual([listed.ALERT_ALLOW]);
  expect(await openTo(networkFor('programs'))).toEqual([listed.PROGRAM_ALLOW]);
});

test('S92 an address that the operator named opens itself, and not the metadata service', async () => {
  const guard = { network: networkPolicy(), isBuiltin: false };
  const endpoint = env().awsEndpoint ?? '';
  expect(await openTo(guardFor(endpoint, guard).network)).toEqual([listed.NETWORK_ALLOW, awsEndpoint]);
  const metadata = 'http://169.254.169.254';
  const target = { host: '169.254.169.254', port: 80 };
  await expect(resolveAllowed(target, guardFor(metadata, guard))).rejects.toMatchObject({
    code: 'forbidden_address',
  });
});
