'use client';

import { Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { askedFields, type SchemaField, type SchemaForm } from '@/components/ui/fields/schema-fields';
import styles from './connection-fields.module.css';
import { SchemaControl } from './schema-control';

interface ConnectionFieldsProps {
  form: SchemaForm;
  values: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  onChange: (field: SchemaField, value: string) => void;
  /** The secrets that are already saved, which can only be replaced. */
  savedSecrets?: ReadonlySet<string> | undefined;
  /** The names within those that have several values. */
  savedNames?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Whether they are only shown. */
  isFixed?: boolean;
  /** The step whose fields are asked for; absent for all of them. */
  step?: number | undefined;
}

/** The fields of a connector's schema, with those of a nested part collapsed. */
export function ConnectionFields({
  form,
  values,
  problems,
  onChange,
  savedSecrets = new Set(),
  savedNames = {},
  isFixed = false,
  step,
}: ConnectionFieldsProps) {
  const control = (field: SchemaField) => (
    <SchemaControl
      key={field.path}
      field={field}
      value={values[field.path] ?? ''}
      // A part that is sealed as a whole is also named as a whole.
      error={problems[field.path]}
      isSaved={savedSecrets.has(keyOf(field))}
      isFixed={isFixed}
      savedNames={savedNames[field.path] ?? []}
      onChange={(value) => onChange(field, value)}
    />
  );
  return (
    <>
      {askedFields(form.fields, values)
        .filter((field) => step === undefined || field.step === step)
        .map(control)}
      {(step === undefined || step === 1 ? form.parts : []).map(({ label, fields }) => {
        const key = fields[0] === undefined ? label : keyOf(fields[0]);
        const asked = askedFields(fields, values);
        return (
          <Part
            key={label}
            label={label}
            // What is about a field of its own stands there.
            problem={asked.some(({ path }) => path === key) ? undefined : problems[key]}
            isNeeded={asked.some(({ path }) => problems[path] !== undefined)}
            isFilledIn={asked.some(({ path }) => (values[path] ?? '') !== '')}
            isSaved={savedSecrets.has(key)}
          >
            {asked.map(control)}
          </Part>
        );
      })}
    </>
  );
}

interface PartProps {
  label: string;
  /** The problem of the part as a whole. */
  problem: string | undefined;
  /** Whether one of its fields has a problem. */
  isNeeded: boolean;
  isFilledIn: boolean;
  isSaved: boolean;
  children: ReactNode;
}

/** A folded part, which is open from the start if something is filled in. */
function Part({ label, problem, isNeeded, isFilledIn, isSaved, children }: PartProps) {
  const [startsOpen] = useState(isFilledIn);
  return (
    <details className={styles.part} open={startsOpen || isNeeded || problem !== undefined || undefined}>
      <summary>{label}</summary>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      {isSaved && (
        <p className={styles.saved}>Saved and not shown. Anything you enter here replaces all of it.</p>
      )}
      <Stack gap="md" pt="md">
        {children}
      </Stack>
    </details>
  );
}

/** The setting that a field is a part of. */
const keyOf = ({ path }: SchemaField): string => path.split('.', 1)[0] ?? path;
