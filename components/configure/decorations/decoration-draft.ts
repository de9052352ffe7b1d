'use client';

import { useSessionStorage } from '@mantine/hooks';
import type { ButtonKind } from './use-decorations';

/** A new button, while one goes through its panels. A reload keeps it. */
export interface NewButtonDraft {
  name: string;
  resultSet: number;
  targetCommandId: number | null;
}

export const emptyButton: NewButtonDraft = { name: 'Button', resultSet: 0, targetCommandId: null };

export function useNewButton(commandId: number, kind: ButtonKind) {
  const [draft, setDraft] = useSessionStorage<NewButtonDraft>({
    key: `pushboard:new-${kind}-button:${commandId}`,
    defaultValue: emptyButton,
    getInitialValueInEffect: false,
  });
  return { draft, set: (changes: Partial<NewButtonDraft>) => setDraft({ ...draft, ...changes }) };
}
