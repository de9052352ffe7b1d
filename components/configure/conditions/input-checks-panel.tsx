'use client';

import { ActionIcon, Button, Select, Stack, TextInput } from '@mantine/core';
import { IconChecks, IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { type InputCheck, type InputCheckTest, inputCheckTests } from '@/lib/settings/condition-terms';
import { checkTestWords, inputCheckWords, suggestedMessage } from '@/lib/settings/condition-words';
import { coerceValue } from '@/lib/values/coerce-value';
import { DraftFoot } from '../panel/draft-foot';
import { EngineerPanel } from '../panel/engineer-panel';
import { MeanwhileNotice } from '../panel/meanwhile-notice';
import { SaveError } from '../panel/save-error';
import { type Command, useSaveCommand } from '../panel/use-configure';
import { useDraftNotice } from '../panel/use-draft-notice';
import { useEditing } from '../panel/use-editing';
import styles from './condition-fields.module.css';

const TITLE = 'Limits and checks';
const FORM = 'input-checks';

/** Rules that compare an input with a value or with another input, each with the message that a runner gets. */
export function InputChecksPanel({
  orgId,
  commandId,
  inputId,
}: { orgId: string } & PanelParams<'input-checks'>) {
  return (
    <EngineerPanel orgId={orgId} commandId={commandId} title={TITLE}>
      {(command) => <ChecksForm command={command} inputId={inputId} />}
    </EngineerPanel>
  );
}

const isComplete = ({ left, right, value = '', message }: InputCheck): boolean =>
  left !== '' && (right === null ? value.trim() !== '' : left !== right) && message.trim() !== '';

/** Says why the server would refuse a check's fixed value. Returns null for a value that it accepts, and without one. */
function valueProblem(inputs: readonly Input[], { left, right, value = '' }: InputCheck): string | null {
  const type = inputs.find(({ key }) => key === left)?.type;
  if (right !== null || value.trim() === '' || type === undefined) return null;
  if (holdsSecret(type)) return 'A secret can only be compared with another input.';
  const coerced = coerceValue(type, value);
  return coerced.ok ? null : coerced.message;
}

function ChecksForm({ command, inputId }: { command: Command; inputId: number | null }) {
  const panels = useSidePanels();
  const saved = { inputChecks: command.inputChecks };
  const editing = useEditing(`${command.commandId}-checks`, saved);
  useDraftNotice(editing, `the checks of ${command.name}`);
  const { save } = useSaveCommand(command, editing.wasRefused);
  const { inputChecks } = editing.fields;
  const { inputs } = command.template;
  const isValid = inputChecks.every((check) => isComplete(check) && valueProblem(inputs, check) === null);
  const change = (checks: InputCheck[]) => editing.set({ inputChecks: checks });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid || !editing.isChanged || editing.conflicts.length > 0) return;
    const sent = editing.send();
    save.mutate(sent, {
      onSuccess: () => {
        editing.wasSaved(sent);
        if (!editing.isStillChanged()) panels.pop();
      },
    });
  }
  const first = inputs.find((input) => input.inputId === inputId) ?? inputs[0];
  return (
    <SidePanel
      title={TITLE}
      context={command.name}
      footer={<DraftFoot editing={editing} form={FORM} isValid={isValid} isSaving={save.isPending} />}
    >
      <MeanwhileNotice
        editing={editing}
        saved={saved}
        labelOf={() => TITLE}
        wordsOf={(_, value) => inputCheckWords(value)}
      />
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          {inputChecks.length === 0 && (
            <EmptyNotice icon={<IconChecks size={22} stroke={1.75} />} title="No checks yet">
              A check compares an input with a value or with another input before a run, such as an amount of
              at most 500, or an end that must be after its start.
            </EmptyNotice>
          )}
          <ul className={styles.list} aria-label="Checks">
            {inputChecks.map((check, index) => (
              <CheckRow
                key={index}
                command={command}
                check={check}
                onChange={(next) => change(inputChecks.with(index, next))}
                onRemove={() => change(inputChecks.toSpliced(index, 1))}
              />
            ))}
          </ul>
          <Button
            variant="default"
            style={{ alignSelf: inputChecks.length === 0 ? 'center' : 'flex-start' }}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            disabled={first === undefined}
            onClick={() =>
              change([
                ...inputChecks,
                { left: first?.key ?? '', test: 'is_at_most', right: null, value: '', message: '' },
              ])
            }
          >
            Add a check
          </Button>
          <SaveError editing={editing} save={save} />
        </Stack>
      </form>
    </SidePanel>
  );
}

interface CheckRowProps {
  command: Command;
  check: InputCheck;
  onChange: (check: InputCheck) => void;
  onRemove: () => void;
}

/** Stands in the list of inputs for a fixed value. No input's key is empty. */
const FIXED = '';

function CheckRow({ command, check, onChange: keep, onRemove }: CheckRowProps) {
  const { inputs } = command.template;
  const names = inputNames(inputs);
  // Half a date or a number is nothing to complain about.
  const [isTyping, setTyping] = useState(false);
  const isNumber = (left: string) => inputs.find(({ key }) => key === left)?.type.jsonType === 'number';
  const suggestionFor = (of: InputCheck): string =>
    suggestedMessage(of, isNumber(of.left), (key) => nameOf(names, key));
  const tests = inputCheckTests.map((value) => ({
    value,
    label: checkTestWords(value, isNumber(check.left)),
  }));
  // A message that nobody worded follows the rule.
  const onChange = (next: InputCheck) =>
    keep(
      next.message === check.message && ['', suggestionFor(check)].includes(check.message)
        ? { ...next, message: suggestionFor(next) }
        : next,
    );
  const known = [...inputs.map(({ key }) => key), check.left, ...(check.right === null ? [] : [check.right])];
  const data = [...new Set(known)].map((key) => ({ value: key, label: nameOf(names, key) }));
  const compareWith = (key: string) =>
    onChange(
      key === FIXED ? { ...check, right: null, value: '' } : { ...check, right: key, value: undefined },
    );
  return (
    <li className={styles.check}>
      <Select
        className={styles.alone ?? ''}
        label="Input"
        data={data}
        allowDeselect={false}
        searchable
        value={check.left}
        onChange={(left) => left !== null && onChange({ ...check, left })}
      />
      <Select
        className={styles.alone ?? ''}
        label="Rule"
        data={tests}
        allowDeselect={false}
        value={check.test}
        onChange={(test) => test !== null && onChange({ ...check, test: test as InputCheckTest })}
      />
      <Select
        className={styles.alone ?? ''}
        label="Compare with"
        data={[{ value: FIXED, label: 'A fixed value' }, ...data]}
        allowDeselect={false}
        searchable
        value={check.right ?? FIXED}
        error={check.left === check.right ? 'Choose another input' : undefined}
        onChange={(key) => key !== null && compareWith(key)}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Remove this check" onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
      {check.right === null && (
        <TextInput
          className={styles.message}
          label="Value"
          required
          maxLength={200}
          value={check.value ?? ''}
          error={isTyping ? null : valueProblem(inputs, check)}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={(event) => onChange({ ...check, value: event.currentTarget.value })}
        />
      )}
      <TextInput
        className={styles.message}
        label="Message"
        description="Shown to people who enter something else."
        required
        maxLength={200}
        value={check.message}
        error={
          check.message.trim() === '' && suggestionFor(check) !== '' ? 'You must fill out "Message"' : null
        }
        onChange={(event) => keep({ ...check, message: event.currentTarget.value })}
      />
    </li>
  );
}
