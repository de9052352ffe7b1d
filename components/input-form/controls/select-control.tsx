'use client';

import { ComboboxChevron, Input, InputBase } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { fetchedPart, useFetched } from '@/components/ui/loading/fetched-part';
import { type ControlProps, stateAttributes } from '../control-props';
import { selectLook } from './select-look';

/** The list, with what searches, places and scrolls it: nobody sees it before they open it. */
const selectList = fetchedPart(() => import('./select-list'));

/** After the page is there and the form can be typed into. */
const AFTER_MS = 600;

const never = () => () => {};

/**
 * One of a closed list; typing narrows it. Until the code of its list has come, which is fetched once the page has
 * settled or when somebody comes near, it is the field alone; whoever is in it by then stays there.
 */
export function SelectControl(props: ControlProps) {
  const [isWanted, setWanted] = useState(false);
  const List = useFetched(selectList, isWanted);
  const isFocused = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  // What the server has drawn is matched first, also where a field comes to life after the list has come.
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (List !== null && isAlive) return <List {...props} startsFocused={isFocused.current} />;
  const { current, isClearable, ...look } = selectLook(props);
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
          {...look.clearButtonProps}
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
      value={current ?? ''}
      onPointerEnter={want}
      onFocus={() => {
        isFocused.current = true;
        want();
      }}
      onBlur={(event) => {
        // Leaving it is one thing, its giving way to the one with the list another.
        if (!event.currentTarget.isConnected) return;
        isFocused.current = false;
        props.onBlur();
      }}
    />
  );
}
