'use client';

import { createContext } from 'react';
import type { followUpIn } from '@/lib/outputs/follow-up-in';

/** Where a form is, if it isn't the form of its page: it has an address and a draft of its own in neither. */
export interface FormPlace {
  /** The values that it opens with, as an address has them. */
  params: string;
  /** The run that it is opened from. */
  parent: ReturnType<typeof followUpIn>;
  /** Whether even a command that is marked as safe asks before it runs, as the button promises that opened it. */
  asksAlways: boolean;
}

/** Null on the page of a command. */
export const FormPlaceContext = createContext<FormPlace | null>(null);
