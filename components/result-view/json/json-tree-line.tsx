import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { copyText } from '@/components/ui/text/copy-text';
import { Marked } from '@/components/ui/text/marked';
import { digitsOf, exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import type { JsonLine } from '@/lib/results/table/json-lines';
import { FollowUpButtons } from '../follow-ups/follow-up-buttons';
import type { FollowUpsOn } from '../follow-ups/follow-ups';
import styles from './json-tree.module.css';

interface JsonTreeLineProps {
  line: JsonLine;
  topPx: number;
  isOpen: boolean;
  /** The search text, in lowercase; highlighted where it occurs in the line. */
  terms: readonly string[];
  /** Whether it is the current match. */
  isChosen: boolean;
  /** The buttons of this object. */
  followUps: FollowUpsOn;
  /** The value if it was masked and is revealed now. */
  revealed: JsonValue | undefined;
  /** Reveals the value if it is masked; null for people who may not. */
  onReveal: (() => void) | null;
  onToggle: () => void;
}

/** A line is one line; megabytes are for copying, not for display. */
const MOST_DRAWN = 2_000;

/** One value of a JSON tree: its key, its value, and buttons to copy it and its path. */
export function JsonTreeLine({
  line,
  topPx,
  isOpen,
  terms,
  isChosen,
  followUps,
  revealed,
  onReveal,
  onToggle,
}: JsonTreeLineProps) {
  const { path, depth, key, size } = line;
  const value = revealed ?? line.value;
  const name = key === null ? 'The whole document' : String(key);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div
      className={styles.line}
      data-chosen={isChosen || undefined}
      style={{ transform: `translateY(${topPx}px)`, paddingLeft: 8 + depth * 18 }}
    >
      {size !== null && size > 0 ? (
        <UnstyledButton
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={isOpen ? `Close ${name}` : `Open ${name}`}
          onClick={onToggle}
        >
          <Chevron size={14} stroke={1.75} aria-hidden />
        </UnstyledButton>
      ) : (
        <span className={styles.toggle} />
      )}
      {key !== null && (
        <span className={styles.key}>
          <Marked text={typeof key === 'number' ? String(key) : JSON.stringify(key)} terms={terms} />
        </span>
      )}
      {key !== null && <span className={styles.colon}>:</span>}
      <span className={styles.value} data-kind={kindOf(value)} dir="auto">
        <Marked text={previewOf(value, size, isOpen)} terms={size === null ? terms : []} />
      </span>
      {value === MASKED_VALUE && onReveal !== null && (
        <UnstyledButton
          className={styles.reveal}
          aria-label={`Reveal ${name}`}
          title="Reveal; the audit log says that you did"
          onClick={onReveal}
        >
          reveal
        </UnstyledButton>
      )}
      {followUps.count > 0 && (
        <span className={styles.followUps}>
          <FollowUpButtons followUps={followUps} about={name} />
        </span>
      )}
      <span className={styles.copies}>
        <UnstyledButton
          className={styles.copy}
          aria-label={`Copy the path ${path}`}
          onClick={() => void copyText(path, 'Copied to clipboard!')}
        >
          path
        </UnstyledButton>
        <UnstyledButton
          className={styles.copy}
          aria-label={`Copy the value of ${name}`}
          onClick={() => void copyText(valueAsText(value), 'Copied to clipboard!')}
        >
          value
        </UnstyledButton>
      </span>
    </div>
  );
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return digitsOf(value) === null ? typeof value : 'number';
}

function previewOf(value: JsonValue, size: number | null, isOpen: boolean): string {
  if (size === null) {
    const text = exactJson(value);
    return text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}…` : text;
  }
  const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (size === 0) return left + right;
  const things = Array.isArray(value) ? (size === 1 ? 'item' : 'items') : size === 1 ? 'key' : 'keys';
  return isOpen ? `${left} ${size} ${things}` : `${left} … ${right} ${size} ${things}`;
}

function valueAsText(value: JsonValue): string {
  if (typeof value === 'string') return digitsOf(value) ?? value;
  return exactJson(value, 2);
}
