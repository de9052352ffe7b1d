'use client';

import { ComboboxChevron, Input, InputBase } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ControlProps, stateAttributes } from '@/components/input-form/control-props';
import { fetchedPart, useFetched } from '@/components/ui/loading/fetched-part';
import { optionOf } from './option-of';
import { selectLook } from './select-look';

/** The list, with the code that searches, positions, and scrolls it: nobody sees it before opening it. */
const selectList = fetchedPart(() => import('./select-list'));

/** After the page has loaded and the form is interactive. */
const AFTER_MS = 600;

const never = () => () => {};

/**
 * One of a closed list; typing filters it. It is a plain field until the list's code has loaded, which happens once the
 * page has settled or when the pointer or the focus comes near; focus in the field is kept.
 */
export function SelectControl(props: ControlProps) {
  const [isWanted, setWanted] = useState(false);
  const List = useFetched(selectList, isWanted);
  const isFocused = useRef(false);
  const isAskedToOpen = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // The server-rendered field is matched first, even if it becomes interactive after the list has loaded.
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (List !== null && isAlive) {
    return <List {...props} startsFocused={isFocused.current} startsOpen={isAskedToOpen.current} />;
  }
  const { current, names, isClearable, clearButtonProps, ...look } = selectLook(props);
  const want = () => setWanted(true);
  return (
    <InputBase
      {...stateAttributes(props)}
      {...look}
      __staticSelector="Select"
      __defaultRightSection={<ComboboxChevron size="sm" error={props.isInvalid} />}
      __clearable={isClearable && current !== null}
      __clearSection={
        <Input.ClearButton
          {...clearButtonProps}
          tabIndex={-1}
          aria-hidden
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => props.onChange(undefined)}
        />
      }
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      readOnly
      value={current === null ? '' : optionOf(current, names).label}
      onPointerEnter={want}
      // Not the click: the list may replace the field while the button is still down.
      onPointerDown={() => {
        isAskedToOpen.current = true;
      }}
      onPointerCancel={() => {
        isAskedToOpen.current = false;
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isAskedToOpen.current = true;
      }}
      onFocus={() => {
        isFocused.current = true;
        want();
      }}
      onBlur={(event) => {
        // Leaving the field is different from being replaced by the one with the list.
        if (!event.currentTarget.isConnected) return;
        isFocused.current = false;
        isAskedToOpen.current = false;
        props.onBlur();
      }}
    />
  );
}
