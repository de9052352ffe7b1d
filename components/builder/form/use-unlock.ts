'use client';

import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { Input } from '@/lib/inputs/input';
import type { Command } from '../use-command';
import type { FormActions } from './use-form-state';

/** Returns a function that unlocks an input. Only engineers can, and few do, so its code is fetched on demand. */
export function useUnlock(command: Command, form: FormActions): (input: Input) => void {
  const client = useQueryClient();
  return (input) =>
    void import('./unlock-input').then(
      ({ unlockInput }) => unlockInput(client, command, input, form),
      (error: unknown) => toast.failure('The input could not be unlocked', error),
    );
}
