import { Fragment } from 'react';
import styles from './marked.module.css';

interface MarkedProps {
  text: string;
  /** The terms to highlight, in lowercase. */
  terms: readonly string[];
}

/** A text with every occurrence of some terms highlighted. */
export function Marked({ text, terms }: MarkedProps) {
  if (terms.length === 0) return text;
  return piecesOf(text, terms).map(({ at, piece, isMarked }) =>
    isMarked ? (
      <mark key={at} className={styles.mark}>
        {piece}
      </mark>
    ) : (
      <Fragment key={at}>{piece}</Fragment>
    ),
  );
}

interface Piece {
  at: number;
  piece: string;
  isMarked: boolean;
}

/** The text split where a term begins or ends; of several that start at the same place, the longest counts. */
export function piecesOf(text: string, terms: readonly string[]): Piece[] {
  const lower = text.toLowerCase();
  // Some letters change length with case; then positions don't match, and nothing is highlighted.
  if (lower.length !== text.length) return [{ at: 0, piece: text, isMarked: false }];
  const pieces: Piece[] = [];
  let from = 0;
  while (from < text.length) {
    const next = firstMatch(lower, terms, from);
    const upTo = next?.at ?? text.length;
    if (upTo > from) pieces.push({ at: from, piece: text.slice(from, upTo), isMarked: false });
    if (next === null) break;
    from = next.at + next.length;
    pieces.push({ at: next.at, piece: text.slice(next.at, from), isMarked: true });
  }
  return pieces;
}

function firstMatch(lower: string, terms: readonly string[], from: number) {
  let first: { at: number; length: number } | null = null;
  for (const { length, ...term } of terms.map((text) => ({ text, length: text.length }))) {
    const at = length === 0 ? -1 : lower.indexOf(term.text, from);
    if (at < 0) continue;
    if (first === null || at < first.at || (at === first.at && length > first.length)) first = { at, length };
  }
  return first;
}
