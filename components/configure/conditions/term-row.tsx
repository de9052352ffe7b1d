'use client';

import { ActionIcon, Box, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import { type ConditionTerm, type ConditionTest, conditionTests } from '@/lib/settings/condition-terms';
import { testWords } from '@/lib/settings/condition-words';
import type { CommandInput } from '../panel/use-configure';
import styles from './condition-fields.module.css';
import { valueCount } from './draft-terms';

interface TermRowProps {
  isFirst: boolean;
  others: readonly CommandInput[];
  names: InputNames;
  term: ConditionTerm;
  isIncomplete: boolean;
  onChange: (term: ConditionTerm) => void;
  onRemove: () => void;
}

const tests = conditionTests.map((value) => ({ value, label: testWords[value] }));

/** One condition: another input, a test, and the values that it compares with. */
export function TermRow({ isFirst, others, names, term, isIncomplete, onChange, onRemove }: TermRowProps) {
  // A new condition is not wrong before its person has been at it.
  const [wasLeft, setLeft] = useState(false);
  const input = others.find(({ key }) => key === term.key);
  const keys = others.map(({ key }) => ({ value: key, label: nameOf(names, key) }));
  // An input that has gone since stays named, so that one sees what to remove.
  const data = input === undefined ? [...keys, { value: term.key, label: `${term.key} (missing)` }] : keys;
  return (
    <Box
      className={styles.term}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Lists of options are drawn elsewhere, and have no focus of their own.
        if (!currentTarget.contains(relatedTarget)) setLeft(true);
      }}
    >
      <Select
        aria-label={isFirst ? 'Input' : 'And input'}
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
        input={input}
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
  input: CommandInput | undefined;
  term: ConditionTerm;
  error: string | undefined;
  onChange: (values: ConditionTerm['values']) => void;
}

function Values({ input, term: { test, values }, error, onChange }: ValuesProps) {
  const texts = values.map(String);
  const shared = { 'aria-label': 'Value', className: styles.values ?? '', error };
  const options = input?.type.jsonType === 'boolean' ? ['true', 'false'] : (input?.type.options ?? null);
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
        <TagsInput {...shared} value={texts} onChange={onChange} acceptValueOnBlur />
      ) : (
        <MultiSelect {...shared} data={options} value={texts} onChange={onChange} />
      );
  }
}
