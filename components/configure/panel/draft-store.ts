'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useOwnKey } from '@/components/ui/panels/own-key';
import { json } from '@/lib/wire/values';
import { type Draft, noDraft } from './draft';

/** Logging out removes these with everything else in the browser's storage. */
const PREFIX = 'pushboard:configure';
const draftSchema: z.ZodType<Draft> = z.record(z.string(), z.object({ before: json, mine: json }));

/** The text that a draft was read from. The same text is the same draft, so nothing renders again for it. */
const read = new Map<string, { text: string | null; draft: Draft }>();
/** The drafts that storage didn't take: it still has older ones. */
const unwritten = new Set<string>();
const listeners = new Set<() => void>();

function draftOf(key: string): Draft {
  const text = textOf(key);
  const known = read.get(key);
  if (known?.text === text) return known.draft;
  const draft = parse(text);
  read.set(key, { text, draft });
  return draft;
}

function textOf(key: string): string | null {
  try {
    if (!unwritten.has(key)) return localStorage.getItem(key);
  } catch {
    // Storage is forbidden.
  }
  // Without storage, a draft lasts as long as the page, among the drafts in memory.
  return read.get(key)?.text ?? null;
}

function parse(text: string | null): Draft {
  if (text === null) return noDraft;
  try {
    return draftSchema.safeParse(JSON.parse(text)).data ?? noDraft;
  } catch {
    return noDraft;
  }
}

function write(key: string, draft: Draft, unstored: readonly string[]): void {
  const stored = Object.entries(draft).filter(([field]) => !unstored.includes(field));
  const text = stored.length === 0 ? null : JSON.stringify(Object.fromEntries(stored));
  read.set(key, { text, draft });
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    unwritten.delete(key);
  } catch {
    // As above: with full or forbidden storage, a reload loses the draft.
    unwritten.add(key);
  }
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may edit the same draft.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * The person's draft that outlives its panel and a reload. `changed` names what it changes (`12`, `12-3`).
 *
 * @param unstored the fields that outlive only the panel
 * @returns the draft, how to change it, and how to read it as it is at the time of the call
 */
export function useStoredDraft(
  changed: string,
  unstored: readonly string[] = [],
): [Draft, (change: (draft: Draft) => Draft) => void, () => Draft] {
  const key = `${useOwnKey(PREFIX)}:${changed}`;
  const draft = useSyncExternalStore(
    subscribe,
    () => draftOf(key),
    () => noDraft,
  );
  // From the draft as it is then, so that a part of a form that wasn't drawn again changes the latest one.
  const update = (change: (draft: Draft) => Draft) => write(key, change(draftOf(key)), unstored);
  return [draft, update, () => draftOf(key)];
}

const noKeys = () => '[]';

/** Several drafts at once, in the order of their keys. */
export function useStoredDrafts(keys: readonly string[]): readonly Draft[] {
  const own = useOwnKey(PREFIX);
  const readAll = () => JSON.stringify(keys.map((key) => draftOf(`${own}:${key}`)));
  const text = useSyncExternalStore(subscribe, readAll, noKeys);
  return useMemo(() => JSON.parse(text) as Draft[], [text]);
}
