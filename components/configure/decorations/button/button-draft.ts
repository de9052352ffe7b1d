'use client';

import { useSessionStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useOwnKey } from '@/components/ui/panels/own-key';
import type { Mapping } from '../auto-match';
import type { ButtonKind } from '../use-decorations';

/** What a person entered for a button; the rest is as it was saved, or a guess. */
export interface ButtonDraft {
  name: string | null;
  /** As it is typed, from 1. */
  resultSet: string | null;
  /** Undefined while nobody chose; null for a choice that was taken back. */
  targetCommandId?: number | null;
  /** By the ids of inputs; null for one that nothing fills. */
  maps: Mapping;
  /** The name of the duplicate that the button opens instead of the command; null without one. */
  duplicateName: string | null;
}

export const emptyDraft: ButtonDraft = { name: null, resultSet: null, maps: {}, duplicateName: null };

/** The draft of a button. A reload keeps that of a new one; one that is saved is read again. */
export function useButtonDraft(commandId: number, kind: ButtonKind, isNew: boolean) {
  const kept = useSessionStorage<ButtonDraft>({
    key: useOwnKey(`pushboard:new-${kind}-button:${commandId}`),
    defaultValue: emptyDraft,
    getInitialValueInEffect: false,
  });
  const own = useState(emptyDraft);
  const [draft, setDraft] = isNew ? kept : own;
  return { draft, set: (changes: Partial<ButtonDraft>) => setDraft({ ...draft, ...changes }) };
}
