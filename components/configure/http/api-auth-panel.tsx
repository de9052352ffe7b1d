'use client';

import { Select, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { authType } from '@/lib/contract/sources/requests';
import { authNames, keyPlaceNames } from '@/lib/sources/auth-names';
import { AuthField } from './auth-field';
import { authFields } from './auth-fields';
import { SchemeFields } from './scheme-fields';
import styles from './scheme-fields.module.css';
import { type ApiAuth, type AuthText, mayVary, useApiAuth, useAuthForm } from './use-api-auth';
import { VaryingField } from './varying-field';

const FORM = 'api-auth';

/** How the connection of an API's commands signs in. It is the same for all of them. */
export function ApiAuthPanel({ orgId, credentialId }: { orgId: string; credentialId: number }) {
  const auth = useApiAuth(orgId, credentialId);
  if (auth.data !== undefined) return <AuthForm orgId={orgId} saved={auth.data} />;
  return (
    <SidePanel title="HTTP Auth">
      <QueryState query={auth} loading={<FieldsSkeleton fields={1} />}>
        {() => null}
      </QueryState>
    </SidePanel>
  );
}

function AuthForm({ orgId, saved }: { orgId: string; saved: ApiAuth }) {
  const form = useAuthForm(orgId, saved);
  return (
    <SidePanel
      title="HTTP Auth"
      context={`${saved.name} · ${saved.apiBaseUrl}`}
      footer={<FormFooter form={FORM} label="Save" isPending={form.isSaving} isDisabled={!form.isChanged} />}
    >
      <form
        id={FORM}
        noValidate
        autoComplete="off"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Stack gap="md">
          <OwnFields orgId={orgId} saved={saved} form={form} />
          {saved.schemes.length > 0 && (
            <p className={styles.more}>
              {saved.authScheme === ''
                ? 'As the description of this API says, some of its commands need these credentials.'
                : `As the description of this API says, some of its commands need these credentials instead of “${saved.authScheme}” or in addition to it.`}
            </p>
          )}
          {saved.schemes.map((scheme) => (
            <SchemeFields
              key={scheme.name}
              scheme={scheme}
              typed={form.schemes[scheme.name] ?? {}}
              problemOf={(key) => form.problems[`moreSecrets.${scheme.name}.${key}`]}
              onChange={(key, text) => form.changeScheme(scheme.name, key, text)}
            />
          ))}
          {form.problems.all !== undefined && <p role="alert">{form.problems.all}</p>}
        </Stack>
      </form>
    </SidePanel>
  );
}

interface OwnFieldsProps {
  orgId: string;
  saved: ApiAuth;
  form: ReturnType<typeof useAuthForm>;
}

/** The connection's own way to sign in: in a frame with its name, where a description names several. */
function OwnFields({ orgId, saved, form }: OwnFieldsProps) {
  const isOneOfSeveral = saved.schemes.length > 0 && saved.authScheme !== '';
  const fields = (
    <>
      <Select
        label="Auth type"
        description={isOneOfSeveral ? null : 'Applies to every command that uses this connection'}
        data={authType.options.map((value) => ({ value, label: authNames[value] }))}
        value={form.type}
        allowDeselect={false}
        onChange={(value) => form.setType(authType.options.find((each) => each === value) ?? 'none')}
      />
      {form.type === 'api_key' && (
        <Select
          label="Sent in"
          data={Object.entries(keyPlaceNames).map(([value, label]) => ({ value, label }))}
          value={form.place}
          allowDeselect={false}
          onChange={(value) => form.setPlace(value === 'query' || value === 'cookie' ? value : 'header')}
        />
      )}
      {authFields[form.type].map(({ key, label, kind }) => {
        const field = (
          <AuthField
            key={key}
            label={label}
            kind={kind}
            isSet={isSet(saved, key)}
            value={form.textOf(key)}
            error={form.problems[key]}
            onChange={(text) => form.change(key, text)}
          />
        );
        return mayVary(key) ? (
          <VaryingField
            key={key}
            orgId={orgId}
            label={label}
            source={form.sourceOf(key)}
            onSource={(source) => form.changeSource(key, source)}
          >
            {field}
          </VaryingField>
        ) : (
          field
        );
      })}
    </>
  );
  if (!isOneOfSeveral) return fields;
  return (
    <fieldset className={styles.scheme}>
      <legend>{saved.authScheme}</legend>
      <Stack gap="md">{fields}</Stack>
    </fieldset>
  );
}

function isSet(saved: ApiAuth, key: AuthText): boolean {
  const value = saved[key];
  return typeof value === 'object' && value.isSet;
}
