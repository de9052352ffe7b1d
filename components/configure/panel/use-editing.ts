'use client';

import { useState } from 'react';
import type { JsonValue } from '@/lib/base/json';
import {
  changesOf,
  conflictsOf,
  differing,
  edit,
  type Fields,
  keepMine,
  noDraft,
  settle,
  shownFields,
  takeTheirs,
  unsent,
} from './draft';
import { useStoredDraft } from './draft-store';

/** A form over fields that another person may be changing, too. */
export interface Editing<F extends Fields> {
  /** The fields as the form shows them. */
  fields: F;
  /** The changes to save. */
  changes: Partial<F>;
  isChanged: boolean;
  /** The same at the time of the call, which may be after the form was last drawn. */
  isStillChanged(): boolean;
  /** Changed here and by another person. Each needs a decision before anything can be saved. */
  conflicts: readonly string[];
  /** Changed by another person since the attempt to save that was refused; null if none was refused. */
  meanwhile: readonly string[] | null;
  /** Changes the latest fields, also when it is called by what was drawn for earlier ones. */
  set(values: Partial<F>): void;
  keepMine(key: string): void;
  takeTheirs(key: string): void;
  /** Returns the changes to send. Call this when they are being saved: the form can be changed meanwhile. */
  send(): Partial<F>;
  /** Forgets what was sent once it is saved, and keeps what was changed since. */
  wasSaved(sent: Partial<F>): void;
  /** Call this with the latest fields when a write was refused as stale. */
  wasRefused(): void;
  /** Forgets what was not saved. */
  discard(): void;
}

/**
 * @param draftKey identifies what is edited, so that its draft is found again
 * @param unstored the fields that a reload forgets, because they are secrets
 */
export function useEditing<F extends Fields>(
  draftKey: string,
  saved: F,
  unstored: readonly string[] = [],
): Editing<F> {
  const [stored, store, read] = useStoredDraft(draftKey, unstored);
  const [refused, setRefused] = useState<{ saved: F; wanted: F } | null>(null);
  const [sent, setSent] = useState<Partial<F>>({});
  const draft = settle(saved, stored);
  const changes = changesOf(saved, draft);
  const fields = shownFields(saved, draft);
  return {
    fields,
    changes,
    isChanged: Object.keys(changes).length > 0,
    isStillChanged: () => Object.keys(changesOf(saved, settle(saved, read()))).length > 0,
    conflicts: conflictsOf(saved, draft, sent as Fields),
    meanwhile: refused === null ? null : changedSince(refused, saved),
    set: (values) =>
      store((latest) =>
        Object.entries(values).reduce(
          (all, [key, value]) => edit(saved, all, key, value as JsonValue),
          settle(saved, latest),
        ),
      ),
    keepMine: (key) => store((latest) => keepMine(saved, settle(saved, latest), key)),
    takeTheirs: (key) => store((latest) => takeTheirs(settle(saved, latest), key)),
    send: () => {
      setSent(changes);
      return changes;
    },
    wasSaved: (done) => {
      setRefused(null);
      store((latest) => unsent(done as Fields, latest));
    },
    wasRefused: () => setRefused({ saved, wanted: fields }),
    discard: () => {
      setRefused(null);
      store(() => noDraft);
    },
  };
}

/** What another person has changed, without the part of a refused write that did get saved. */
function changedSince({ saved, wanted }: { saved: Fields; wanted: Fields }, now: Fields): string[] {
  const unwanted = new Set(differing(wanted, now));
  return differing(saved, now).filter((key) => unwanted.has(key));
}
