'use client';

import { useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import type { ShareDraft } from '../panel/share-draft';
import type { Viewer } from '../panel/use-viewer';
import { type Recipient, splitTyped, withRecipient } from './recipients';
import { useResolveTyped } from './use-find-recipients';

/** How many pasted addresses are looked up at once. */
const AT_ONCE = 8;

/** The text after the selected recipients: it becomes a recipient, or stays with the reason why it can't. */
export function useRecipientInput(
  viewer: Viewer,
  draft: ShareDraft,
  onChange: (changes: Partial<ShareDraft>) => void,
  /** Whether people may enter themselves. */
  allowsSelf = false,
) {
  const { recipients, text, role } = draft;
  const resolve = useResolveTyped(viewer, allowsSelf);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLookingUp, setLookingUp] = useState(false);

  function change(next: string): void {
    onChange({ text: next });
    setProblem(null);
  }

  /** Adds one that was found by the text. */
  function choose(one: Recipient): void {
    onChange({ text: '', recipients: withRecipient(recipients, one) });
    setProblem(null);
  }

  /** Converts the typed text; returns all recipients, or null if part of it was invalid. */
  async function take(typed: string = text): Promise<Recipient[] | null> {
    let all: Recipient[] = [...recipients];
    const left: string[] = [];
    let reason: string | null = null;
    const parts = splitTyped(typed);
    setLookingUp(parts.length > 0);
    try {
      for (let from = 0; from < parts.length; from += AT_ONCE) {
        const some = parts.slice(from, from + AT_ONCE);
        const found = await Promise.all(some.map((part) => resolve(part, role)));
        for (const [index, one] of found.entries()) {
          if (typeof one !== 'string') all = withRecipient(all, one);
          else {
            left.push(some[index] ?? '');
            reason ??= parts.length > 1 ? `${some[index]}: ${one}` : one;
          }
        }
      }
    } catch (error) {
      setProblem(describeError(error).message);
      setLookingUp(false);
      return null;
    }
    setLookingUp(false);
    onChange({ text: left.join(', '), recipients: all });
    setProblem(reason);
    return reason === null ? all : null;
  }

  return { text, change, choose, take, problem, setProblem, isLookingUp };
}

export type RecipientInput = ReturnType<typeof useRecipientInput>;
