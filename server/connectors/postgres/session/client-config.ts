import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import type { PinnedAddress } from '@/server/connectors/_shared/network-guard';
import type { PostgresConnection } from '../connection';

export const connectTimeoutMs = 10_000;

/** pg returns each value as the text that the server sent; null stays null. */
export const rawText = { getTypeParser: () => (text: string) => text };

/** One way to connect: an address, with TLS or without. */
export interface Attempt {
  address: PinnedAddress;
  withTls: boolean;
}

/** The ways to connect, in order: every address, and for `prefer` first with TLS, then without. */
export function attemptsFor(connection: PostgresConnection, addresses: readonly PinnedAddress[]): Attempt[] {
  const choices = { disable: [false], prefer: [true, false], require: [true], 'verify-full': [true] };
  return addresses.flatMap((address) =>
    choices[connection.tls.mode].map((withTls) => ({ address, withTls })),
  );
}

/** Settings for pg. All settings are explicit that it would otherwise take from PG* variables of our own process. */
export function clientConfig(connection: PostgresConnection, attempt: Attempt): ClientConfig {
  return {
    host: attempt.address.address,
    port: connection.port,
    database: connection.databaseName,
    user: connection.username,
    // As a function, an empty password stays empty, and no printed object contains it.
    password: () => connection.password,
    ssl: attempt.withTls ? tlsOptions(connection) : false,
    application_name: 'pushboard',
    client_encoding: 'UTF8',
    sslnegotiation: 'postgres',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types: rawText,
  };
}

function tlsOptions({ host, tls }: PostgresConnection): ConnectionOptions {
  const isVerified = tls.mode === 'verify-full';
  return {
    // As in libpq, `require` with CA certificates verifies the chain, but not the name.
    rejectUnauthorized: isVerified || (tls.mode === 'require' && hasText(tls.ca)),
    // The socket connects to a pinned address; the certificate is for the name. An address is its own name.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(isVerified ? {} : { checkServerIdentity: () => undefined }),
    ...(hasText(tls.ca) ? { ca: tls.ca } : {}),
    ...(hasText(tls.cert) ? { cert: tls.cert } : {}),
    ...(hasText(tls.key) ? { key: tls.key } : {}),
  };
}

function hasText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== '';
}
