'use client';

import { Chip } from '@/components/ui/text/chip';
import { type Fields, settle } from './draft';
import draftFoot from './draft-foot.module.css';
import { useStoredDraft } from './draft-store';

interface OfDraft {
  draftKey: string;
  saved: Fields;
}

/** Says that there are unsaved changes; renders nothing if there are none. */
export function UnsavedChip(of: OfDraft) {
  return useIsUnsaved(of) && <Chip kind="caution">Unsaved</Chip>;
}

/** The same where there is little room. */
export function UnsavedDot(of: OfDraft) {
  return useIsUnsaved(of) && <UnsavedMark />;
}

/** Marks what has unsaved changes. */
export function UnsavedMark() {
  return <span className={draftFoot.dot} role="img" aria-label="Unsaved changes" title="Unsaved changes" />;
}

function useIsUnsaved({ draftKey, saved }: OfDraft): boolean {
  const [draft] = useStoredDraft(draftKey);
  return Object.keys(settle(saved, draft)).length > 0;
}
