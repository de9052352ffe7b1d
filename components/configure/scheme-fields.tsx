'use client';

import { Stack } from '@mantine/core';
import { AuthField } from './auth-field';
import styles from './scheme-fields.module.css';
import type { ApiAuth, AuthType } from './use-api-auth';

type Scheme = ApiAuth['schemes'][number];

/** What a person fills in for a scheme; where it is sent, its description says. */
const fieldsOf: Record<
  AuthType,
  readonly { key: string; label: string; kind: 'text' | 'secret' | 'lines' }[]
> = {
  none: [],
  custom_headers: [{ key: 'customHeaders', label: 'Custom headers (JSON)', kind: 'lines' }],
  bearer_token: [{ key: 'bearerToken', label: 'Bearer token', kind: 'secret' }],
  basic_auth: [
    { key: 'username', label: 'Username', kind: 'text' },
    { key: 'password', label: 'Password', kind: 'secret' },
  ],
  api_key: [{ key: 'apiKey', label: 'Key', kind: 'secret' }],
  oauth_client_credentials: [
    { key: 'clientId', label: 'Client id', kind: 'text' },
    { key: 'clientSecret', label: 'Client secret', kind: 'secret' },
  ],
};

interface SchemeFieldsProps {
  scheme: Scheme;
  typed: Readonly<Record<string, string>>;
  problemOf: (key: string) => string | undefined;
  onChange: (key: string, text: string) => void;
}

/** One more way to sign in, which some operations of the API ask for. */
export function SchemeFields({ scheme, typed, problemOf, onChange }: SchemeFieldsProps) {
  return (
    <fieldset className={styles.scheme}>
      <legend>{scheme.name}</legend>
      <Stack gap="md">
        {fieldsOf[scheme.authType].map(({ key, label, kind }) => (
          <AuthField
            key={key}
            label={label}
            kind={kind}
            isSet={scheme.filledIn.includes(key)}
            value={typed[key] ?? ''}
            error={problemOf(key)}
            onChange={(text) => onChange(key, text)}
          />
        ))}
      </Stack>
    </fieldset>
  );
}
