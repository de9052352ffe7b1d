'use client';

import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '@/lib/base/json';
import { nameOfKey } from '@/lib/inputs/input-names';
import { cellText } from '@/lib/results/table/result-table';
import { type ControlProps, placeholderOf, stateAttributes } from '../control-props';
import styles from './dropdown-control.module.css';
import { type FormDropdowns, useFormDropdown } from './form-dropdowns';
import { listOf, useOptions } from './use-options';
import type { Options } from './use-refresh';

/** Chooses among the options that a command returns; the server searches them. */
export default function DropdownControl(props: ControlProps) {
  const found = useFormDropdown(props.input);
  return found === null ? null : (
    <Chooser {...props} form={found.form} dependsOn={found.dropdown.dependsOn} />
  );
}

type ChooserProps = ControlProps & { form: FormDropdowns; dependsOn: readonly string[] };

/** The list shows what the server found; it must not filter again. */
const asFound = ({ options }: { options: never[] }) => options;

function Chooser({ form, dependsOn, ...props }: ChooserProps) {
  const { input, value, onChange, onBlur, isInvalid } = props;
  const [search, setSearch] = useState('');
  const chosen = listOf(value);
  const texts = chosen.map(cellText);
  const loaded = useOptions(form, dependsOn, input, search, chosen);
  const { options, isLoading, error } = loaded;
  const known = [...(options?.chosen ?? []), ...(options?.options ?? [])];
  const labels = new Map(known.map((option) => [cellText(option.value), option]));
  const labelOf = (text: string) => labels.get(text)?.display ?? text;
  // A chosen value is in the list even where the search doesn't find it, or the fields would not show it.
  const listed = [...new Set([...texts, ...(options?.options ?? []).map((each) => cellText(each.value))])];
  const isWaiting = options?.state === 'waiting';
  const shared = {
    ...stateAttributes(props),
    data: listed.map((text) => ({ value: text, label: labelOf(text) })),
    filter: asFound as never,
    searchable: true,
    disabled: isWaiting,
    error: isInvalid,
    withErrorStyles: true,
    clearable: input.defaultAmbiguousInput !== 'required',
    clearButtonProps: { 'aria-label': 'Empty' },
    nothingFoundMessage: isLoading ? 'Loading options…' : 'No matches',
    placeholder: placeholderFor(props, options, isLoading),
    comboboxProps: { transitionProps: { duration: 80 } },
    onBlur,
  };
  const valueOfText = (text: string): JsonValue =>
    labels.get(text)?.value ?? chosen[texts.indexOf(text)] ?? text;
  return (
    <>
      {input.type.element === null ? (
        <Select
          {...shared}
          value={texts[0] ?? null}
          // Choosing fills the field with the option's name; nobody searched for that.
          onSearchChange={(text) => setSearch(text === labelOf(texts[0] ?? '') ? '' : text)}
          onChange={(text) => {
            setSearch('');
            onChange(text === null ? undefined : valueOfText(text));
          }}
        />
      ) : (
        <MultiSelect
          {...shared}
          value={texts}
          hidePickedOptions
          searchValue={search}
          onSearchChange={setSearch}
          onChange={(next) => onChange(next.length === 0 ? undefined : next.map(valueOfText))}
        />
      )}
      <State loaded={loaded} search={search} chosen={texts} failure={error?.message ?? null} />
    </>
  );
}

function placeholderFor(props: ControlProps, options: Options | undefined, isLoading: boolean): string {
  if (options?.state === 'waiting') return `Fill in ${options.needs.map(nameOfKey).join(', ')} first`;
  if (isLoading && (options?.options.length ?? 0) === 0) return 'Loading options…';
  return placeholderOf(props) ?? 'Choose';
}

interface StateProps {
  loaded: ReturnType<typeof useOptions>;
  search: string;
  chosen: readonly string[];
  failure: string | null;
}

/** What went wrong, or what isn't among the options, and the way to load them again. */
function State({ loaded: { options, isLoading, isCurrent, refresh }, search, chosen, failure }: StateProps) {
  const message = failure ?? options?.message ?? null;
  if (options?.state === 'waiting' || (options === undefined && failure === null)) return null;
  const isReady = isCurrent && options?.state === 'ready';
  const gone = isReady
    ? chosen.find((text) => !options.chosen.some(({ value }) => cellText(value) === text))
    : undefined;
  const isMissed = isReady && search !== '' && options.options.length === 0;
  if (message === null && gone === undefined && !isMissed) return null;
  return (
    <p className={styles.state} data-failed={message !== null || undefined} role="status">
      {gone !== undefined && <span className={styles.gone}>“{gone}” is not among the options. </span>}
      {message ?? (isMissed && `No option matches “${search}”.`)}{' '}
      <button
        type="button"
        className={styles.refresh}
        disabled={isLoading}
        // The focus stays in the field: without it, the search would be emptied, and this would be gone before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={refresh}
      >
        {message === null ? 'Load the options again' : 'Try again'}
      </button>
    </p>
  );
}
