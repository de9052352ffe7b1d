'use client';

import { Pill, PillsInput } from '@mantine/core';
import dynamic from 'next/dynamic';
import type { KeyboardEvent } from 'react';
import { type ControlProps, stateAttributes } from '@/components/input-form/control-props';
import { servedPart } from '@/components/ui/loading/served-part';
import styles from '../controls.module.css';
import { AddedTags } from './added-tags';
import { useTags } from './use-tags';

/** Few lists have options; only these need the code that opens, positions, and scrolls them. */
const TagsOfList = servedPart(
  dynamic(() => import('./tags-of-list')),
  () => import('./tags-of-list'),
);

/** A list of values, each made by a comma, Tab or Enter, or pasted. Elements keep the text that was typed. */
export default function TagsControl(props: ControlProps) {
  const offered = props.input.type.element?.options ?? [];
  return offered.length > 0 ? <TagsOfList {...props} /> : <FreeTags {...props} />;
}

function FreeTags(props: ControlProps) {
  const { tags, typed, placeholder, added, change, add, type } = useTags(props);
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isTyped = typed.trim() !== '';
    if (isTyped && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) {
      event.preventDefault();
      add(typed);
    } else if (typed === '' && event.key === 'Backspace') change(tags.slice(0, -1));
  };
  return (
    <>
      <PillsInput id={props.id} error={props.isInvalid}>
        <Pill.Group>
          {numbered(tags).map(({ tag, key }, index) => (
            <Pill
              key={key}
              className={styles.tag}
              withRemoveButton
              onRemove={() => change(tags.filter((_, at) => at !== index))}
            >
              {tag}
            </Pill>
          ))}
          <PillsInput.Field
            {...stateAttributes(props)}
            className={styles.machine}
            placeholder={placeholder}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onPaste={(event) => {
              event.preventDefault();
              add(typed + event.clipboardData.getData('text/plain'));
            }}
            onKeyDown={pressKey}
            onBlur={() => {
              add(typed);
              props.onBlur();
            }}
            autoComplete="off"
          />
        </Pill.Group>
      </PillsInput>
      <AddedTags words={added} />
    </>
  );
}

/** Tags with a key each, because the same one may occur several times. */
function numbered(tags: readonly string[]): { tag: string; key: string }[] {
  const counts = new Map<string, number>();
  return tags.map((tag) => {
    const count = counts.get(tag) ?? 0;
    counts.set(tag, count + 1);
    return { tag, key: `${tag} ${count}` };
  });
}
