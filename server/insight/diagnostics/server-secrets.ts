import { env } from '@/server/base/env';

/** Every secret of the configuration that an error of one of the server's own services could repeat. */
export function serverSecrets(): string[] {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl, databaseReplicaUrl, mail, resultStore } = env();
  const addresses = [databaseUrl, databaseDirectUrl, databaseOwnerUrl, databaseReplicaUrl, mail?.smtpUrl];
  const passwords = addresses.flatMap((address) =>
    address === undefined || address === null ? [] : decodeURIComponent(new URL(address).password),
  );
  const ofStore =
    resultStore === null
      ? []
      : resultStore.kind === 'azure'
        ? [resultStore.sas]
        : [resultStore.secretAccessKey ?? '', resultStore.accessKeyId ?? ''];
  const { operatorKey = '', metricsToken = '' } = env();
  return [...passwords, ...ofStore, operatorKey, metricsToken].filter((secret) => secret !== '');
}
