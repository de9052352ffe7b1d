'use client';

import { Button, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { confirmUnattended } from '@/components/command/confirm-unattended';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { LONGEST_WEBHOOK_NAME } from '@/lib/contract/webhooks/webhook';
import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { givenInputs, mappedInputs, ORIGINS, type Origin, originsOf, problemOf } from './mapping';
import { type Command, useCreateWebhook, useUpdateWebhook, type Webhook } from './use-webhooks';
import { webhookPanel } from './webhook-address';
import { WebhookSecret } from './webhook-secret';
import styles from './webhooks.module.css';

const FORM = 'webhook';

interface WebhookFormProps {
  command: Command;
  /** Null for a new one. */
  webhook: Webhook | null;
}

/** What a webhook is called, and where its values come from. A new one shows its secret after it was saved. */
export function WebhookForm({ command, webhook }: WebhookFormProps) {
  return webhook === null ? (
    <NewWebhookForm command={command} />
  ) : (
    <SavedWebhookForm command={command} webhook={webhook} />
  );
}

function NewWebhookForm({ command }: Pick<WebhookFormProps, 'command'>) {
  const panels = useSidePanels();
  const create = useCreateWebhook(command);
  const { commandId } = command;
  if (create.data !== undefined) {
    const { webhookId } = create.data;
    return (
      <WebhookSecret
        webhook={create.data}
        onDone={() => panels.replace(webhookPanel({ commandId, webhookId, step: 'view' }))}
      />
    );
  }
  return (
    <Fields
      command={command}
      webhook={null}
      error={create.error}
      isPending={create.isPending}
      onSave={({ confirmation, ...body }) => {
        void confirmUnattended(command, 'When a delivery arrives').then((isSure) => {
          if (isSure) create.mutate(command.confirmationWord === null ? body : { ...body, confirmation });
        });
      }}
    />
  );
}

function SavedWebhookForm({ command, webhook }: { command: Command; webhook: Webhook }) {
  const panels = useSidePanels();
  const update = useUpdateWebhook(webhook);
  return (
    <Fields
      command={command}
      webhook={webhook}
      error={update.error}
      isPending={update.isPending}
      onSave={({ confirmation, ...body }) =>
        update.mutate(confirmation === '' ? body : { ...body, confirmation }, { onSuccess: panels.pop })
      }
    />
  );
}

interface FieldsProps extends WebhookFormProps {
  error: Error | null;
  isPending: boolean;
  onSave: (body: { name: string; inputs: ReturnType<typeof givenInputs>; confirmation: string }) => void;
}

function Fields({ command, webhook, error, isPending, onSave }: FieldsProps) {
  const panels = useSidePanels();
  const { inputs } = command.template;
  const mapped = mappedInputs(inputs);
  const names = inputNames(mapped);
  const [name, setName] = useState(webhook?.name ?? command.name);
  const [confirmation, setConfirmation] = useState('');
  const [origins, setOrigins] = useState(() => originsOf(inputs, webhook?.inputs ?? null));
  const [isChecked, setChecked] = useState(false);
  const isWrong = name.trim() === '' || [...origins.values()].some((each) => problemOf(each) !== undefined);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!isWrong) onSave({ name: name.trim(), inputs: givenInputs(inputs, origins), confirmation });
  }
  return (
    <SidePanel
      title={webhook === null ? 'New webhook' : 'Edit webhook'}
      context={webhook?.name ?? command.name}
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} loading={isPending}>
            {webhook === null ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            label="Name"
            maxLength={LONGEST_WEBHOOK_NAME}
            value={name}
            error={isChecked && name.trim() === '' ? 'Enter a name' : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <p className={styles.quiet}>
            {mapped.length === 0
              ? 'This command takes no inputs. Every delivery starts it, whatever its body.'
              : 'Where each value comes from: a place in the JSON that is sent, such as order.id or items[0].sku, or a fixed value.'}
          </p>
          {mapped.map((input) => (
            <OriginField
              key={input.inputId}
              input={input}
              name={nameOf(names, input.key)}
              origin={origins.get(input.inputId) ?? { from: 'empty', text: '', isKept: false }}
              isChecked={isChecked}
              onChange={(origin) => setOrigins(new Map(origins).set(input.inputId, origin))}
            />
          ))}
          {command.confirmationWord !== null && (
            <TextInput
              label={`Type “${command.confirmationWord}” to confirm that it runs unattended`}
              description="People confirm each run of this command with the word. When a delivery comes, nobody is there to type it."
              value={confirmation}
              onChange={(event) => setConfirmation(event.currentTarget.value)}
            />
          )}
          {error !== null && <ErrorNotice error={error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}

const originWords = { body: 'From the body', fixed: 'Fixed value', empty: 'Left empty' } as const;

interface OriginFieldProps {
  input: Input;
  name: string;
  origin: Origin;
  isChecked: boolean;
  onChange: (origin: Origin) => void;
}

function OriginField({ input, name, origin, isChecked, onChange }: OriginFieldProps) {
  const { from, text, isKept } = origin;
  const isSecret = from === 'fixed' && holdsSecret(input.type);
  const field = {
    'aria-label': from === 'body' ? `Path of ${name}` : `Value of ${name}`,
    placeholder: isKept && from === 'fixed' ? 'Leave empty to keep the saved value' : undefined,
    value: text,
    error: isChecked ? problemOf(origin) : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...origin, text: event.currentTarget.value }),
  };
  return (
    <fieldset className={styles.mapping}>
      <legend>
        {name}
        {input.defaultAmbiguousInput === 'required' && <span className={styles.star}> *</span>}
      </legend>
      <Select
        aria-label={`Where ${name} comes from`}
        data={ORIGINS.map((value) => ({ value, label: originWords[value] }))}
        value={from}
        allowDeselect={false}
        onChange={(value) =>
          onChange({ ...origin, from: ORIGINS.find((each) => each === value) ?? 'empty', text: '' })
        }
      />
      {from !== 'empty' &&
        (isSecret ? (
          <PasswordInput {...field} />
        ) : (
          <TextInput {...field} classNames={from === 'body' ? { input: styles.path } : {}} />
        ))}
    </fieldset>
  );
}
