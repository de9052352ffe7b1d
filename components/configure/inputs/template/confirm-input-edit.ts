import { confirmLosses } from '@/components/command/dependents/confirm-losses';
import type { Command, CommandInput } from '@/components/configure/panel/use-configure';
import { effectWords } from '@/lib/changes/source-change-words';
import { ApiError, callApi } from '@/lib/client/api-client';
import { previewInputEdit } from '@/lib/contract/command/inputs';

/** Asks whether an input is to get another key or type, once the person has seen what stops and what goes along. */
export const confirmInputEdit = (
  { orgId, commandId }: Command,
  { key, templateInputId }: CommandInput,
  changes: { key?: string; typeId?: string },
): Promise<boolean> =>
  confirmLosses({
    title: `Change ${key}?`,
    words: '',
    confirmLabel: 'Save',
    read: async () => {
      const params = { orgId, kitId: commandId, legoInputId: templateInputId };
      const effects = await callApi(previewInputEdit, { params, body: changes }).catch((error: unknown) => {
        // What is refused now is refused when it is saved, with its message in the form.
        if (error instanceof ApiError && error.status === 400) return [];
        throw error;
      });
      return [...new Set(effects.flatMap((change) => effectWords(change).map(({ words }) => words)))];
    },
    nothing: null,
  });
