import type { WarningTag } from '@/lib/settings/command-settings';
import type { RestExecutable } from './executable';

/** Endings of paths that are queried with POST, because the conditions don't fit into an address. */
const questions =
  /(?:\/|:)_?(?:search|query|find|lookup|filter|count|validate|preview|estimate|calculate)\/?$/i;

/** The same as `warningTagOf`, with `safe` for a call that only reads. */
export const declaredEffect = (called: Pick<RestExecutable, 'method' | 'path'>): WarningTag =>
  warningTagOf(called) ?? 'safe';

/** What a call changes, as far as its method says; null if it only reads. */
export function warningTagOf({ method, path }: Pick<RestExecutable, 'method' | 'path'>): WarningTag | null {
  switch (method) {
    case 'get':
    case 'head':
    case 'options':
      return null;
    case 'post':
      return questions.test(path) ? null : 'creates_data';
    case 'put':
    case 'patch':
    case 'delete':
      return 'updates_data';
  }
}
