import type { WarningTag } from '@/lib/settings/command-settings';
import type { RestExecutable } from './executable';

/** Ends of paths to which one posts a question: its conditions would not fit into an address. */
const questions =
  /(?:\/|:)_?(?:search|query|find|lookup|filter|count|validate|preview|estimate|calculate)\/?$/i;

/** The same as `warningTagOf`, with `safe` for a call that only reads. */
export const declaredEffect = (called: Pick<RestExecutable, 'method' | 'path'>): WarningTag =>
  warningTagOf(called) ?? 'safe';

/** What a call does to what is there, as far as its method tells; null where it only reads. */
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
