'use client';

import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import {
  type ConditionEffect,
  type ConditionTerm,
  conditionEffects,
  isTermComplete,
} from '@/lib/settings/condition-terms';
import { canBeCondition } from '@/lib/values/conditions';
import type { InputFields } from '../inputs/input-fields';
import { staysDrawn } from '../inputs/list/stays-drawn';
import type { CommandInput } from '../panel/use-configure';
import type { Editing } from '../panel/use-editing';
import styles from './condition-fields.module.css';
import { emptyTerm } from './draft-terms';
import { TermRow, type TermSubject } from './term-row';

interface ConditionFieldsProps {
  inputs: readonly CommandInput[];
  input: CommandInput;
  editing: Editing<InputFields>;
}

const texts: Readonly<Record<ConditionEffect, { title: string; always: string; help: string }>> = {
  shown: {
    title: 'Show only when',
    always: 'Always shown.',
    help: 'Otherwise the input is left out of the form and sent as empty.',
  },
  required: {
    title: 'Require when',
    always: 'Required only if set above.',
    help: 'Otherwise an empty value means what is set above.',
  },
  locked: {
    title: 'Lock when',
    always: 'Locked only if set above.',
    help: 'Then the default is sent, and runners cannot change it.',
  },
};

/** When an input is shown, required, or locked, depending on what the other inputs hold. */
export const ConditionFields = memo(
  function ConditionFields({ inputs, input, editing }: ConditionFieldsProps) {
    const value = editing.fields.conditions;
    const others = inputs.filter((each) => each.key !== input.key && canBeCondition(each));
    const names = inputNames(inputs);
    const subjects = others.map(({ key, type }): TermSubject => {
      const options = type.jsonType === 'boolean' ? ['true', 'false'] : type.options;
      return { key, label: nameOf(names, key), options: options ?? null };
    });
    if (others.length === 0 && value === null) return null;

    function change(effect: ConditionEffect, terms: ConditionTerm[]): void {
      const { [effect]: _, ...rest } = value ?? {};
      const next = terms.length === 0 ? rest : { ...rest, [effect]: terms };
      editing.set({ conditions: Object.keys(next).length === 0 ? null : next });
    }
    return (
      <Stack gap="lg" mb="lg">
        <h3 className={styles.heading}>Conditions</h3>
        {conditionEffects.map((effect) => {
          const terms = value?.[effect] ?? [];
          const { title, always, help } = texts[effect];
          const set = (index: number, term: ConditionTerm) => change(effect, terms.with(index, term));
          return (
            <fieldset key={effect} className={styles.group}>
              <legend className={styles.title}>{title}</legend>
              <p className={styles.help}>{terms.length === 0 ? always : help}</p>
              {terms.map((term, index) => (
                <TermRow
                  key={index}
                  isFirst={index === 0}
                  kind="input"
                  subjects={subjects}
                  term={term}
                  isIncomplete={!isTermComplete(term)}
                  onChange={(next) => set(index, next)}
                  onRemove={() => change(effect, terms.toSpliced(index, 1))}
                />
              ))}
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
                disabled={others.length === 0}
                onClick={() => change(effect, [...terms, emptyTerm(others)])}
              >
                {terms.length === 0 ? 'Add a condition' : 'And…'}
              </Button>
            </fieldset>
          );
        })}
      </Stack>
    );
  },
  staysDrawn(['conditions']),
);
