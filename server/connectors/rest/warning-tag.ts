import type { WarningTag } from '@/lib/settings/command-choices';
import type { RestExecutable } from './executable';

/** Endings of paths that are queried with POST, because the conditions don't fit into an address. */
const questions =
  /(?:\/|:)_?(?:search|query|find|lookup|filter|count|validate|preview|estimate|calculate)\/?$/i;

/** What a call changes, as far as its method says; `safe` if it only reads. */
export function declaredEffect({ method, path }: Pick<RestExecutable, 'method' | 'path'>): WarningTag {
  switch (method) {
    case 'get':
    case 'head':
    case 'options':
      return 'safe';
    case 'post':
      return questions.test(path) ? 'safe' : 'creates_data';
    case 'put':
    case 'patch':
    case 'delete':
      return 'updates_data';
  }
}
