'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import type { SchemaField, SchemaForm } from '@/components/ui/fields/schema-fields';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ApiError } from '@/lib/client/api-client';
import { ConnectionFields } from './connection-fields';
import styles from './connection-form.module.css';
import { connectionStringExample, readConnectionString } from './connection-string';
import { NICKNAME } from './problems';

const FORM = 'connection';

interface ConnectionFormProps {
  title: string;
  context: string;
  form: SchemaForm;
  values: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  onChange: (field: Pick<SchemaField, 'path' | 'isSecret'>, value: string) => void;
  /** The secrets that are already saved, which can only be replaced. */
  savedSecrets?: ReadonlySet<string>;
  savedNames?: Readonly<Record<string, readonly string[]>>;
  /** The step that is shown, of a form that is asked in several; absent where everything is asked at once. */
  step?: { at: number; of: number; onBack: () => void };
  /** Only the name can be changed. */
  isFixed?: boolean;
  /** The error of the last attempt. */
  error: Error | null;
  /** Describes the failed action, if the connection itself isn't the problem. */
  failure: (error: Error) => string;
  isSaving: boolean;
  /** What its button says. */
  saveLabel?: string;
  canSave?: boolean;
  /** Whether it may be saved although it couldn't be opened. */
  canForce: boolean;
  onSave: (force: boolean) => void;
  /** At the left of the foot. */
  action?: ReactNode;
  /** Above the fields. */
  before?: ReactNode;
  /** Below them. */
  after?: ReactNode;
}

/** A connection in a panel: its name, the settings for its source, and Save. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { title, context, form, values, problems, onChange, savedSecrets, step, isFixed = false } = props;
  const { error, failure, isSaving, saveLabel = 'Save', canSave = true, canForce, onSave } = props;
  const panels = useSidePanels();
  const isUnreachable = isUnopened(error);
  const example = connectionStringExample(form);
  const isNamed = Object.keys(problems).length > 0;
  const fields = useFocusedProblem(problems);
  return (
    <SidePanel
      title={title}
      context={context}
      footer={
        <>
          {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
          {isUnreachable && canForce && (
            <Button variant="default" disabled={isSaving} onClick={() => onSave(true)}>
              Save anyway
            </Button>
          )}
          {step !== undefined && step.at > 1 ? (
            <Button variant="default" disabled={isSaving} onClick={step.onBack}>
              Back
            </Button>
          ) : (
            <Button variant="default" onClick={panels.pop}>
              Cancel
            </Button>
          )}
          <Button type="submit" form={FORM} disabled={!canSave} loading={isSaving}>
            {step !== undefined && step.at < step.of ? 'Next' : saveLabel}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        ref={fields}
        noValidate
        autoComplete="off"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (canSave) onSave(false);
        }}
        onPaste={(event) => {
          const parts = isFixed ? null : readConnectionString(event.clipboardData.getData('text'), form);
          if (parts === null) return;
          event.preventDefault();
          for (const { field, value } of parts) onChange(field, value);
        }}
      >
        <Stack gap="md">
          {props.before}
          {step !== undefined && step.of > 1 && (
            <p className={styles.hint}>
              Step {step.at} of {step.of}
            </p>
          )}
          {(step === undefined || step.at === 1) && (
            <TextInput
              label="Nickname"
              description="The name of this connection in Pushboard"
              withAsterisk
              data-autofocus
              value={values[NICKNAME] ?? ''}
              error={problems[NICKNAME]}
              onChange={(event) => onChange({ path: NICKNAME, isSecret: false }, event.currentTarget.value)}
            />
          )}
          {example !== null && !isFixed && (
            <p className={styles.hint}>
              Have a connection string? Paste <code>{example}</code> into any field.
            </p>
          )}
          <fieldset disabled={isFixed} style={{ display: 'contents' }}>
            <ConnectionFields
              form={form}
              values={values}
              problems={problems}
              onChange={onChange}
              savedSecrets={savedSecrets}
              savedNames={props.savedNames}
              isFixed={isFixed}
              step={step?.at}
            />
          </fieldset>
          {props.after}
          {error !== null && !isNamed && (
            <div ref={comeIntoView}>
              <ErrorNotice
                error={error}
                title={isUnreachable ? 'The connection could not be opened' : failure(error)}
              />
            </div>
          )}
        </Stack>
      </form>
    </SidePanel>
  );
}

/**
 * The form, whose first field with a problem gets the focus as soon as there are problems: it may be out of sight, but the
 * buttons to decide about it aren't.
 */
function useFocusedProblem(problems: Readonly<Record<string, string>>) {
  const ref = useRef<HTMLFormElement>(null);
  const count = Object.keys(problems).length;
  const before = useRef(0);
  useEffect(() => {
    // A field that was fixed takes its problem with it, and the focus stays where the person types.
    if (count > before.current) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    before.current = count;
  }, [count]);
  return ref;
}

/** The reason may be below the fold, but the buttons to decide about it aren't. */
const comeIntoView = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' });

/** Whether the source couldn't be opened, as opposed to another error. */
const isUnopened = (error: Error | null): boolean => error instanceof ApiError && error.status === 422;

/** Placeholders for fields. */
export function ConnectionSkeleton() {
  return <FieldsSkeleton fields={4} />;
}
