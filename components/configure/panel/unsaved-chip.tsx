'use client';

import { Chip } from '@/components/ui/text/chip';
import { type Fields, settle } from './draft';
import { useStoredDraft } from './draft-store';

/** Says that something was changed here and not saved; nothing where that is not so. */
export function UnsavedChip({ draftKey, saved }: { draftKey: string; saved: Fields }) {
  const [draft] = useStoredDraft(draftKey);
  return Object.keys(settle(saved, draft)).length > 0 && <Chip kind="caution">Unsaved</Chip>;
}
