'use client';

import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import {
  memo,
  type RefObject,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { Command, CommandInput } from '@/components/configure/panel/use-configure';
import { FormDropdownsProvider } from '@/components/input-form/dropdown/form-dropdowns';
import { InputForm } from '@/components/input-form/input-form';
import { ownValue } from '@/components/input-form/state/own-value';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { BESIDE, PanelAside } from '@/components/ui/panels/panel-aside';
import type { JsonValue } from '@/lib/base/json';
import { hasPrefilledDefault, shownInputs } from '@/lib/inputs/form-inputs';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames } from '@/lib/inputs/input-names';
import { applyConditions } from '@/lib/values/conditions';
import styles from './form-preview.module.css';

interface FormPreviewProps {
  command: Command;
  /** The inputs as they would be once everything is saved, in order. */
  inputs: readonly CommandInput[];
  /** The input that is being edited. */
  currentKey?: string;
}

/**
 * The form as people will see it, next to the panel on a wide screen. It shows each change at once, and runs nothing. In
 * the page of the command it takes the place of the form, unless the form itself shows the same.
 */
export function FormPreview(props: FormPreviewProps) {
  const isWide = useMediaQuery(BESIDE, false, { getInitialValueInEffect: false });
  const aside = useContext(PanelAside);
  const changes = countUnsaved(props.inputs, props.command.template.inputs);
  if (isWide !== true || aside === null) return null;
  const { isInPage } = aside;
  if (isInPage && changes === 0 && props.currentKey === undefined) return null;
  return createPortal(<Preview {...props} changes={changes} isInPage={isInPage} />, aside.place);
}

/** The inputs that have unsaved settings, and one more if their order is not saved. */
function countUnsaved(inputs: readonly CommandInput[], saved: readonly CommandInput[]): number {
  const textOf = ({ order: _, ...settings }: CommandInput) => JSON.stringify(settings);
  const byId = new Map(saved.map((input) => [input.inputId, input]));
  const changed = inputs.filter((input) => {
    const before = byId.get(input.inputId);
    return before !== input && (before === undefined || textOf(before) !== textOf(input));
  });
  const isMoved = inputs.some(({ inputId }, index) => inputId !== saved[index]?.inputId);
  return changed.length + Number(isMoved);
}

/** The preview has no runner, so variables are empty. */
const caller = { variables: {}, mayOverrideHidden: true };
const noErrors = {};

interface PreviewProps extends FormPreviewProps {
  changes: number;
  isInPage: boolean;
}

function Preview({ command, inputs: latest, currentKey, changes, isInPage }: PreviewProps) {
  const [isNew, setNew] = useState(true);
  // Typing in the panel doesn't wait for the form next to it.
  const inputs = useDeferredValue(isNew ? latest : command.template.inputs);
  const ref = useRef<HTMLElement>(null);
  useCurrentField(ref, currentKey);
  return (
    <section className={isInPage ? styles.inPage : styles.preview} aria-label="Preview of the form" ref={ref}>
      <div className={styles.state}>
        <IconEye size={16} stroke={1.75} aria-hidden />
        <p role="status">{stateWords(changes)}</p>
        {changes > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="Show the form"
            data={['New', 'Saved']}
            value={isNew ? 'New' : 'Saved'}
            onChange={(value) => setNew(value === 'New')}
          />
        )}
      </div>
      {!isInPage && <h2 className={styles.name}>{command.name}</h2>}
      <PreviewedForm command={command} inputs={inputs} />
      <div className={styles.foot}>
        <Button disabled>{command.template.runButtonText ?? 'Run'}</Button>
        <span className={styles.none}>Nothing runs from a preview</span>
      </div>
    </section>
  );
}

const stateWords = (changes: number): string =>
  changes === 0
    ? 'Preview, as saved'
    : `Preview with ${changes} unsaved ${changes === 1 ? 'change' : 'changes'}. People still see what is saved.`;

/** Drawn again only when its inputs change, and not with each letter that is typed in the panel. */
const PreviewedForm = memo(function PreviewedForm({
  command: { orgId, commandId, dropdowns, hasAccess },
  inputs,
}: Pick<FormPreviewProps, 'command' | 'inputs'>) {
  const [typed, setTyped] = useState<Record<string, JsonValue | undefined>>({});
  const [unreadable, setUnreadable] = useState<Record<string, string>>({});
  const values = valuesOf(inputs, typed);
  const applied = applyConditions(inputs, values, caller.variables);
  const shown = shownInputs(applied.filter(({ isLeftOut }) => !isLeftOut));
  // The same function each time, so that only fields that change are drawn again.
  const change = useCallback((key: string, value: JsonValue | undefined, text?: string) => {
    setTyped((before) => ({ ...before, [key]: value }));
    setUnreadable(({ [key]: _, ...others }) => (text === undefined ? others : { ...others, [key]: text }));
  }, []);
  // Their options come from the commands behind them, as in the form itself.
  const form = useMemo(
    () => (hasAccess ? { orgId, commandId, dropdowns, inputs } : null),
    [orgId, commandId, dropdowns, hasAccess, inputs],
  );
  if (shown.length === 0) return <EmptyLine>The form asks for nothing.</EmptyLine>;
  return (
    <FormDropdownsProvider form={form} values={values}>
      <InputForm
        inputs={shown}
        names={inputNames(inputs)}
        values={values}
        unreadable={unreadable}
        errors={noErrors}
        caller={caller}
        onChange={change}
        onLeave={ignore}
      />
    </FormDropdownsProvider>
  );
});

const ignore = () => {};

/** What was typed into the preview, over the defaults as they are set now. */
function valuesOf(
  inputs: readonly CommandInput[],
  typed: Readonly<Record<string, JsonValue | undefined>>,
): InputValues {
  const entries = inputs.flatMap((input): [string, JsonValue][] => {
    const value = Object.hasOwn(typed, input.key)
      ? ownValue(typed, input.key)
      : hasPrefilledDefault(input)
        ? input.defaultValue
        : undefined;
    return value === undefined ? [] : [[input.key, value]];
  });
  return Object.fromEntries(entries);
}

/** Marks the field that is being edited, and brings it into view when the editing begins. */
function useCurrentField(ref: RefObject<HTMLElement | null>, key: string | undefined): void {
  useEffect(() => {
    for (const field of ref.current?.querySelectorAll<HTMLElement>('[data-field]') ?? []) {
      field.toggleAttribute('data-current', field.dataset.field === key);
    }
  });
  useEffect(() => {
    if (key === undefined) return;
    ref.current?.querySelector(`[data-field="${CSS.escape(key)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [ref, key]);
}
