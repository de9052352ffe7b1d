'use client';

import { Stack } from '@mantine/core';
import { AuthField } from './auth-field';
import { authFields } from './auth-fields';
import styles from './scheme-fields.module.css';
import type { ApiAuth } from './use-api-auth';

type Scheme = ApiAuth['schemes'][number];

interface SchemeFieldsProps {
  scheme: Scheme;
  typed: Readonly<Record<string, string>>;
  problemOf: (key: string) => string | undefined;
  onChange: (key: string, text: string) => void;
}

/** One more way to sign in, which some operations of the API ask for. */
export function SchemeFields({ scheme, typed, problemOf, onChange }: SchemeFieldsProps) {
  const asked = authFields[scheme.authType].filter(({ isDescribed }) => isDescribed !== true);
  return (
    <fieldset className={styles.scheme}>
      <legend>{scheme.name}</legend>
      <Stack gap="md">
        {asked.map(({ key, label, kind }) => (
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
