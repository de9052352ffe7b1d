'use client';

import { Button, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { ParameterList } from './parameter-list';
import styles from './request-panel.module.css';
import { NEW_CONNECTION, requestMethods, useRequest } from './use-request';

const FORM = 'http-request';

/** Creates a command from a single HTTP request, or from a curl command: its address, then the connection and the types of its parameters. */
export function RequestPanel({ orgId, credentialId }: { orgId: string } & PanelParams<'request'>) {
  const request = useRequest(orgId, credentialId);
  const { isTyped, problems, begunFrom } = request;
  return (
    <SidePanel
      title="Add from an HTTP request"
      context={isTyped ? 'Connection and data types' : 'URL and method'}
      footer={
        <>
          {isTyped && (
            <Button variant="default" onClick={request.back}>
              Back
            </Button>
          )}
          <Button type="submit" form={FORM} loading={request.isSaving}>
            {isTyped ? 'Save' : 'Next'}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        autoComplete="off"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isTyped) request.submit();
          else request.next();
        }}
      >
        <Stack gap="md">
          <div className={styles.address}>
            <Select
              label="Method"
              withAsterisk
              data={requestMethods.map((value) => ({ value, label: value.toUpperCase() }))}
              value={request.method}
              allowDeselect={false}
              disabled={isTyped}
              onChange={(value) => request.setMethod(requestMethods.find((each) => each === value) ?? 'get')}
            />
            {isTyped ? (
              // Whole, in as many lines as it takes: it can't be scrolled on a phone.
              <Textarea
                className={styles.url}
                label="URL"
                withAsterisk
                autosize
                disabled
                value={request.url}
              />
            ) : (
              <TextInput
                className={styles.url}
                label="URL"
                withAsterisk
                placeholder={`${begunFrom?.apiBaseUrl.replace(/\/+$/, '') ?? 'https://api.example.com'}/users/{id}?limit={limit}`}
                inputMode="url"
                spellCheck={false}
                data-autofocus
                value={request.url}
                error={problems.url}
                onChange={(event) => request.setUrl(event.currentTarget.value)}
                onPaste={(event) => {
                  if (request.paste(event.clipboardData.getData('text'))) event.preventDefault();
                }}
              />
            )}
          </div>
          {isTyped ? (
            <SecondStep request={request} />
          ) : (
            <p className={styles.hint}>
              What stands in {'{braces}'} is filled in when the command is run. You can also paste a curl
              command: its headers and its body come along.
              {begunFrom !== null &&
                ` If the URL begins with ${begunFrom.apiBaseUrl}, the request uses the connection ${begunFrom.name}.`}
            </p>
          )}
        </Stack>
      </form>
    </SidePanel>
  );
}

function SecondStep({ request }: { request: ReturnType<typeof useRequest> }) {
  const { fitting, connection, problems } = request;
  return (
    <>
      {fitting.length > 0 && (
        <Select
          label="Connection"
          description="There already is a connection for this base URL"
          data={[
            ...fitting.map(({ credentialId, name, apiBaseUrl }) => ({
              value: String(credentialId),
              label: `${name} · ${apiBaseUrl}`,
            })),
            { value: NEW_CONNECTION, label: 'A new connection' },
          ]}
          value={connection}
          allowDeselect={false}
          onChange={(value) => request.setConnection(value ?? NEW_CONNECTION)}
        />
      )}
      {connection === NEW_CONNECTION && (
        <TextInput
          label="Base URL"
          description="The common start of all requests of this API. How to authenticate is set on the Credentials page."
          withAsterisk
          spellCheck={false}
          value={request.baseUrl}
          error={problems.baseUrl}
          onChange={(event) => request.setBaseUrl(event.currentTarget.value)}
        />
      )}
      <ParameterList rows={request.rows} onChange={request.changeRow} />
      {problems.save !== undefined && (
        <p className={styles.failure} role="alert">
          Error - Failed to create command. {problems.save}
        </p>
      )}
    </>
  );
}
