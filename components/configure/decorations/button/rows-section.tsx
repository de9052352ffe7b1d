import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { RowTerm } from '@/lib/settings/condition-terms';
import { isTermComplete } from '@/lib/settings/condition-terms';
import fieldStyles from '../../conditions/condition-fields.module.css';
import { emptyTerm } from '../../conditions/draft-terms';
import { TermRow, type TermSubject } from '../../conditions/term-row';
import styles from '../decorations.module.css';
import type { ButtonEditorState } from './use-button-editor';
import { useKnownValues } from './use-live-row';

/** Which rows have the button: all of them, or those whose columns hold certain values. */
export function RowsSection({ state }: { state: ButtonEditorState }) {
  const { outputs, shownWhen: terms, problems, set } = state;
  const valuesOf = useKnownValues(state);
  if (outputs.length === 0 && terms.length === 0) return null;
  const subjects = outputs.map(
    ({ path }): TermSubject => ({ key: path, label: path, options: null, suggestions: valuesOf(path) }),
  );
  const change = (shownWhen: RowTerm[]) => set({ shownWhen });
  return (
    <section aria-label="Rows with the button">
      <h3 className={styles.heading}>Rows with the button</h3>
      <div className={fieldStyles.group}>
        <p className={fieldStyles.help}>
          {terms.length === 0 ? 'Every row has it.' : 'Only rows that match have it.'}
        </p>
        {terms.map((term, index) => (
          <TermRow
            key={index}
            isFirst={index === 0}
            kind="column"
            subjects={subjects}
            term={term}
            isIncomplete={!isTermComplete(term)}
            onChange={(next) => change(terms.with(index, { ...next, values: next.values.map(String) }))}
            onRemove={() => change(terms.toSpliced(index, 1))}
          />
        ))}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => change([...terms, { ...emptyTerm(subjects), values: [] }])}
        >
          {terms.length === 0 ? 'Add a condition' : 'And…'}
        </Button>
      </div>
      {problems?.rows != null && (
        <p className={styles.problem} role="alert">
          {problems.rows}
        </p>
      )}
    </section>
  );
}
