'use client';

import { useSearchParams } from 'next/navigation';
import { debounce, parseAsString, useQueryState } from 'nuqs';
import { useContext, useMemo } from 'react';
import { useUnlessLeft } from '@/components/ui/layout/navigation';
import { FormPlaceContext } from '../form-place';
import { type Draft, forgetDraft, readDraft, writeDraft } from './drafts';

const URL_DEBOUNCE_MS = 250;
const parser = parseAsString.withOptions({ limitUrlUpdates: debounce(URL_DEBOUNCE_MS), history: 'replace' });

/** What a form opens with, and where what is typed into it is kept. */
interface FormAddress {
  /** The values in the address, as text; null without any. */
  text: string | null;
  /** The same for a form that is cleared. */
  clearText: string | null;
  /** What was typed before; null without it. */
  draft(): Draft | null;
  /** Keeps the form for the next visit, and puts its values into the address. */
  keep(draft: Draft, text: string | null): void;
  /** Doesn't keep it for the next visit. */
  forget(): void;
  /** The same, and takes the values out of the address. */
  clear(): void;
}

/** The address and the draft of a command's form. A form in a panel has neither, and opens with the panel's values. */
export function useFormAddress(userId: string, commandId: number): FormAddress {
  const place = useContext(FormPlaceContext);
  const [, setUrlText] = useQueryState('params', { ...parser, startTransition: useUnlessLeft() });
  // By the router: nuqs still has what it wrote last while the next command is drawn at the same path.
  const urlText = useSearchParams().get('params');
  return useMemo(
    () =>
      place === null
        ? {
            text: urlText,
            clearText: null,
            draft: () => readDraft(userId, commandId),
            keep: (draft, text) => {
              writeDraft(userId, commandId, draft);
              void setUrlText(text);
            },
            forget: () => forgetDraft(userId, commandId),
            clear: () => {
              forgetDraft(userId, commandId);
              void setUrlText(null);
            },
          }
        : {
            text: place.params,
            clearText: place.params,
            draft: () => null,
            keep: ignore,
            forget: ignore,
            clear: ignore,
          },
    [place, urlText, setUrlText, userId, commandId],
  );
}

const ignore = () => {};
