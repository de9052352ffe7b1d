'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { ASK_EFFECTS } from '../effects/ask-effects';
import type { Effects } from '../effects/effects';
import styles from './diff-list.module.css';
import { DiffRow, type RowActions } from './diff-row';
import { isOpen, linesOf, type Section, selectable } from './diff-sections';
import type { RenameChoice } from './use-renames';

interface DiffListProps {
  sections: readonly Section[];
  toggled: ReadonlySet<string>;
  onToggleSection: (id: string) => void;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  effects: Effects;
  isAsked: boolean;
  /** The row whose choice takes the focus. */
  sought: { cloudId: string } | null;
  terms: readonly string[];
  renames: RenameChoice;
  actions: RowActions;
}

const HEIGHTS = { heading: 36, row: 48 };

/** All sections in one list, of which only visible rows are rendered. */
export function DiffList(props: DiffListProps) {
  const { sections, toggled, chosen, terms, actions, sought } = props;
  const scroller = useRef<HTMLElement>(null);
  const lines = linesOf(sections, toggled);
  const drawn = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.row === null ? HEIGHTS.heading : HEIGHTS.row),
    getItemKey: (index) => `${lines[index]?.section.id} ${lines[index]?.row?.cloudId ?? ''}`,
    overscan: 10,
  });
  const place = lines.findIndex(({ row }) => row !== null && row.cloudId === sought?.cloudId);
  const goTo = useRef<() => void>(() => undefined);
  goTo.current = () => {
    const focusRow = () => focusFirst(scroller.current, `[data-index="${place}"] [role="radiogroup"] input`);
    // A folded section may hide the row; the question above answers for all of them.
    if (place === -1) focusFirst(document.getElementById(ASK_EFFECTS), 'button');
    else if (drawn.getVirtualItems().some(({ index }) => index === place)) focusRow();
    else {
      drawn.scrollToIndex(place);
      // The list scrolls in the next frame, and has rendered the row in the one after it.
      requestAnimationFrame(() => requestAnimationFrame(focusRow));
    }
  };
  const met = useRef<typeof sought>(null);
  // A search that hides the row is being cleared.
  const isHidden = place === -1 && terms.length > 0;
  useEffect(() => {
    if (sought === null || sought === met.current || isHidden) return;
    met.current = sought;
    goTo.current();
  }, [sought, isHidden]);
  return (
    <section ref={scroller} className={styles.scroller} aria-label="What the source has" tabIndex={0}>
      <div className={styles.lines} style={{ height: drawn.getTotalSize() }}>
        {drawn.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          const { section, row } = line;
          return (
            <div
              key={key}
              ref={drawn.measureElement}
              data-index={index}
              className={styles.place}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row === null ? (
                <>
                  <Heading section={section} {...props} />
                  {section.hint !== null && isOpen(section, toggled) && (
                    <p className={styles.hint}>{section.hint}</p>
                  )}
                </>
              ) : (
                <div className={styles.row}>
                  <DiffRow
                    row={row}
                    commitType={section.commitType}
                    isChosen={chosen.has(row.cloudId)}
                    effects={props.effects}
                    isAsked={props.isAsked}
                    terms={terms}
                    renames={props.renames}
                    actions={actions}
                  />
                </div>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

const focusFirst = (within: HTMLElement | null, what: string): void =>
  within?.querySelector<HTMLElement>(what)?.focus();

function Heading({
  section,
  toggled,
  onToggleSection,
  chosen,
  onChoose,
}: DiffListProps & { section: Section }) {
  const open = isOpen(section, toggled);
  const available = selectable(section);
  const isAll = available.length > 0 && available.every(({ cloudId }) => chosen.has(cloudId));
  function chooseAll(): void {
    const next = new Set(chosen);
    for (const { cloudId } of available) {
      if (isAll) next.delete(cloudId);
      else next.add(cloudId);
    }
    onChoose(next);
  }
  return (
    <div className={styles.heading}>
      <h3 className={styles.title}>
        <UnstyledButton
          className={styles.fold}
          aria-expanded={open}
          onClick={() => onToggleSection(section.id)}
        >
          <IconChevronRight className={styles.chevron} size={14} stroke={1.75} aria-hidden />
          {section.title}
          <span className={styles.count}>{section.rows.length}</span>
        </UnstyledButton>
      </h3>
      {section.commitType !== null && (
        <Button
          className={styles.all}
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={available.length === 0}
          aria-label={`${isAll ? 'Deselect' : 'Select'} all ${available.length}: ${section.title}`}
          onClick={chooseAll}
        >
          {isAll ? 'Deselect' : 'Select'}
          {available.length > 1 && ` all ${available.length}`}
        </Button>
      )}
    </div>
  );
}
