import { breaksInWords } from '@/components/command/attention/breaks-in-words';
import type { Credential } from './use-credentials';

/** What a dot says about a connection, and why. */
export interface ConnectionState {
  kind: 'good' | 'unused' | 'caution' | 'bad';
  label: string;
  /** What to know or to do; null if there is nothing. */
  why: string | null;
}

type Known = Pick<Credential, 'problem' | 'problemDetail' | 'lastUsedAt' | 'look'>;

/** Returns the state of a connection in words. */
export function connectionState({ problem, problemDetail, lastUsedAt, look }: Known): ConnectionState {
  switch (problem) {
    case 'auth_missing':
      return {
        kind: 'caution',
        label: 'HTTP Auth is missing',
        why: 'This API requires a credential. Open the connection to fill it in.',
      };
    case 'secrets_unreadable':
      return {
        kind: 'bad',
        label: 'Secrets unreadable',
        why: 'The secrets were sealed with a key that is no longer in ENCRYPTION_KEYS. Open the connection to fill them in again.',
      };
    case 'unreachable':
      return { kind: 'bad', label: 'Last run failed', why: problemDetail };
    case null:
      if (look !== null && look.breakCount > 0)
        return { kind: 'caution', label: 'A sync would break things', why: breaksInWords(look.breakCount) };
      return lastUsedAt === null
        ? { kind: 'unused', label: 'Not used yet', why: null }
        : { kind: 'good', label: 'Working', why: null };
  }
}
