'use client';

import { ActionIcon, Box, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type ConditionTerm,
  type ConditionTest,
  conditionTests,
  valueCount,
} from '@/lib/settings/condition-terms';
import { testWords } from '@/lib/settings/condition-words';
import styles from './condition-fields.module.css';

/** What a condition can be about. */
export interface TermSubject {
  key: string;
  label: string;
  /** The only values that it can have; null for any. */
  options: readonly string[] | null;
  /** Some values that it has; undefined where none are known. */
  suggestions?: readonly string[];
}

interface TermRowProps {
  isFirst: boolean;
  /** What the subjects are. */
  kind: 'input' | 'column';
  subjects: readonly TermSubject[];
  term: ConditionTerm;
  isIncomplete: boolean;
  onChange: (term: ConditionTerm) => void;
  onRemove: () => void;
}

const subjectWords = { input: 'Input', column: 'Column' } as const;

const tests = conditionTests.map((value) => ({ value, label: testWords[value] }));

/** One condition: another input or a column, a test, and the values that it compares with. */
export function TermRow({ isFirst, kind, subjects, term, isIncomplete, onChange, onRemove }: TermRowProps) {
  // A new condition is not wrong before its person has been at it.
  const [wasLeft, setLeft] = useState(false);
  const subject = subjects.find(({ key }) => key === term.key);
  const known = subjects.map(({ key, label }) => ({ value: key, label }));
  // One that has gone since stays named, so that people see what to remove.
  const data =
    subject === undefined ? [...known, { value: term.key, label: `${term.key} (missing)` }] : known;
  return (
    <Box
      className={styles.term}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Lists of options are drawn elsewhere, and have no focus of their own.
        if (!currentTarget.contains(relatedTarget)) setLeft(true);
      }}
    >
      <Select
        aria-label={isFirst ? subjectWords[kind] : `And ${kind}`}
        data={data}
        allowDeselect={false}
        searchable
        value={term.key}
        onChange={(key) => key !== null && onChange({ ...term, key, values: [] })}
      />
      <Select
        aria-label="Test"
        data={tests}
        allowDeselect={false}
        value={term.test}
        onChange={(chosen) => {
          const test = chosen as ConditionTest;
          const kept = valueCount(test) === 'any' ? term.values : term.values.slice(0, 1);
          onChange({ ...term, test, values: valueCount(test) === 'none' ? [] : kept });
        }}
      />
      <Values
        subject={subject}
        term={term}
        error={isIncomplete && wasLeft ? 'You must fill out "Value"' : undefined}
        onChange={(values) => onChange({ ...term, values })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Remove this condition"
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </Box>
  );
}

interface ValuesProps {
  subject: TermSubject | undefined;
  term: ConditionTerm;
  error: string | undefined;
  onChange: (values: ConditionTerm['values']) => void;
}

function Values({ subject, term: { test, values }, error, onChange }: ValuesProps) {
  const texts = values.map(String);
  const shared = { 'aria-label': 'Value', className: styles.values ?? '', error };
  const { options = null, suggestions } = subject ?? {};
  switch (valueCount(test)) {
    case 'none':
      return <span className={styles.values} />;
    case 'one':
      return (
        <TextInput
          {...shared}
          value={texts[0] ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(value === '' ? [] : [value])}
        />
      );
    case 'any':
      return options === null ? (
        <TagsInput
          {...shared}
          data={[...(suggestions ?? [])]}
          // Also while the values are being loaded: they appear once they are there.
          openOnFocus={suggestions !== undefined}
          value={texts}
          onChange={onChange}
          acceptValueOnBlur
        />
      ) : (
        <MultiSelect {...shared} data={[...options]} value={texts} onChange={onChange} />
      );
  }
}
