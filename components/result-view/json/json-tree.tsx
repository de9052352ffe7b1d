'use client';

import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { JsonValue } from '@/lib/base/json';
import { jsonLines, lineHolds } from '@/lib/results/table/json-lines';
import { formatCount } from '@/lib/results/table/row-counts';
import type { FollowUpsOn } from '../follow-ups/follow-ups';
import { useRevealingLines } from '../table/use-revealing';
import styles from './json-tree.module.css';
import { JsonTreeLine } from './json-tree-line';

const LINE_HEIGHT = 24;
/** Collapsed, it shows the document's top level; expanded, everything. */
const DEPTHS = { closed: 1, open: 100 } as const;

interface JsonTreeProps {
  value: JsonValue;
  label: string;
  /** What stands at the start of its bar. */
  lead?: ReactNode;
  /** The buttons of an object in the document. */
  buttonsOf?: (object: JsonValue) => FollowUpsOn;
  /** Whether it is a result, whose masked values can be revealed, and not a value within one. */
  isResult?: boolean;
}

const nothing: FollowUpsOn = { count: 0, all: () => [] };
const noButtons = () => nothing;

/** JSON as a collapsible tree with a search; only visible lines are rendered. */
export function JsonTree({ value, label, lead, buttonsOf = noButtons, isResult = false }: JsonTreeProps) {
  const revealing = useRevealingLines();
  const scroller = useRef<HTMLElement>(null);
  const [depth, setDepth] = useState<number>(DEPTHS.closed);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  /** The current match; -1 before the first. */
  const [chosen, setChosen] = useState(-1);
  const wanted = useDeferredValue(typed);

  // A search covers everything, including collapsed values.
  const isExpanded = depth === DEPTHS.open;
  const shownDepth = wanted === '' ? depth : DEPTHS.open;
  const lines = useMemo(
    () => jsonLines(value, (line) => line.depth < shownDepth !== toggled.has(line.path)),
    [value, shownDepth, toggled],
  );
  const terms = useMemo(() => (wanted === '' ? [] : [wanted.toLowerCase()]), [wanted]);
  const hits = useMemo(
    () => (wanted === '' ? [] : lines.flatMap((line, index) => (lineHolds(line, wanted) ? [index] : []))),
    [lines, wanted],
  );
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });

  const toggle = (path: string) =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  const expandTo = (next: number) => {
    setDepth(next);
    setToggled(new Set());
  };
  const goToHit = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || hits.length === 0) return;
    event.preventDefault();
    const next = event.shiftKey
      ? (Math.max(chosen, 0) + hits.length - 1) % hits.length
      : (chosen + 1) % hits.length;
    setChosen(next);
    virtual.scrollToIndex(hits[next] ?? 0, { align: 'center' });
  };

  return (
    <>
      <div className={styles.bar}>
        {lead}
        <TextInput
          className={styles.search}
          size="xs"
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          aria-label="Search the JSON; Enter goes to the next match"
          placeholder="Search"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setToggled(new Set());
            setChosen(-1);
          }}
          onKeyDown={goToHit}
        />
        <span className={styles.count} role="status">
          {wanted !== '' && foundInWords(hits.length, chosen)}
        </span>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          ml="auto"
          mr={-14}
          onClick={() => expandTo(isExpanded ? DEPTHS.closed : DEPTHS.open)}
        >
          {isExpanded ? 'Collapse' : 'Expand all'}
        </Button>
      </div>
      <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0}>
        <div className={styles.lines} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index];
            return line === undefined ? null : (
              <JsonTreeLine
                key={line.path}
                line={line}
                topPx={start}
                isOpen={line.depth < shownDepth !== toggled.has(line.path)}
                terms={terms}
                isChosen={hits[chosen] === index}
                followUps={line.key === null ? nothing : buttonsOf(line.value)}
                revealed={revealing.revealed(line)}
                onReveal={isResult ? revealing.reveal(line) : null}
                onToggle={() => toggle(line.path)}
              />
            );
          })}
        </div>
      </section>
    </>
  );
}

function foundInWords(found: number, chosen: number): string {
  if (found === 0) return 'Nothing found';
  return chosen < 0 ? `${formatCount(found)} found` : `${formatCount(chosen + 1)} of ${formatCount(found)}`;
}
