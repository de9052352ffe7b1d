'use client';

import { useLayoutEffect, useRef, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import type { ShareChange, ShareDraft } from '../panel/share-draft';
import type { Viewer } from '../panel/use-viewer';
import { type Recipient, splitTyped, withFound, withRecipient } from './recipients';
import { useResolveTyped } from './use-find-recipients';

/** How many pasted addresses are looked up at once. */
const AT_ONCE = 8;

/** The text after the selected recipients: it becomes a recipient, or stays with the reason why it can't. */
export function useRecipientInput(
  viewer: Viewer,
  draft: ShareDraft,
  onChange: (changes: ShareChange) => void,
  /** Whether people may enter themselves. */
  allowsSelf = false,
) {
  const { text, role } = draft;
  const latest = useRef(draft);
  // Before anything can be pressed that is drawn with it.
  useLayoutEffect(() => {
    latest.current = draft;
  });
  const resolve = useResolveTyped(viewer, allowsSelf);
  const [problem, setProblem] = useState<string | null>(null);
  const [lookups, setLookups] = useState(0);
  const earlier = useRef<Promise<unknown>>(Promise.resolve());

  function change(next: string): void {
    onChange({ text: next });
    setProblem(null);
  }

  /** Adds one that was found by the text. */
  function choose(one: Recipient): void {
    onChange((before) => ({ text: '', recipients: withRecipient(before.recipients, one) }));
    setProblem(null);
  }

  /** Looks up what was typed. Doesn't throw: what can't be looked up is left, with the reason. */
  async function lookUp(parts: readonly string[]) {
    const found: Recipient[] = [];
    const left: string[] = [];
    let reason: string | null = null;
    let from = 0;
    try {
      for (; from < parts.length; from += AT_ONCE) {
        const some = parts.slice(from, from + AT_ONCE);
        const resolved = await Promise.all(some.map((part) => resolve(part, role)));
        for (const [index, one] of resolved.entries()) {
          if (typeof one !== 'string') found.push(one);
          else {
            left.push(some[index] ?? '');
            reason ??= parts.length > 1 ? `${some[index]}: ${one}` : one;
          }
        }
      }
    } catch (error) {
      left.push(...parts.slice(from));
      reason = describeError(error).message;
    }
    return { found, left, reason };
  }

  /**
   * Converts the typed text; returns all recipients, or null if part of it was invalid. The field is free at once:
   * what is typed, chosen, or removed meanwhile stays so.
   */
  async function take(typed: string = text): Promise<Recipient[] | null> {
    onChange({ text: '' });
    setProblem(null);
    setLookups((count) => count + 1);
    const lookup = lookUp(splitTyped(typed));
    // Recipients stand in the order in which they were typed, whichever is found first.
    const inTurn = earlier.current.then(() => lookup);
    earlier.current = inTurn;
    const { found, left, reason } = await inTurn;
    setLookups((count) => count - 1);
    onChange((before) => withFound(before, found, left));
    if (reason === null) return withFound(latest.current, found, left).recipients;
    setProblem(reason);
    return null;
  }

  return { text, change, choose, take, problem, setProblem, isLookingUp: lookups > 0 };
}

export type RecipientInput = ReturnType<typeof useRecipientInput>;
