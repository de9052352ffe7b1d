'use client';

import { Chip } from '@/components/ui/text/chip';
import { type Fields, settle } from './draft';
import { useStoredDraft } from './draft-store';

/** Says that there are unsaved changes; renders nothing if there are none. */
export function UnsavedChip({ draftKey, saved }: { draftKey: string; saved: Fields }) {
  const [draft] = useStoredDraft(draftKey);
  return Object.keys(settle(saved, draft)).length > 0 && <Chip kind="caution">Unsaved</Chip>;
}
