import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { processWide } from '@/server/base/process-wide';
import { type PathMatch, PathTree } from '@/server/http/doors/path-tree';

type ByMethod = Map<string, AnyOperation>;

export const API_PREFIX = '/api/v1';

/** All paths of the contract, each with its operations by method: a path with variable parts must not hide another. */
const paths = () =>
  processWide('paths of the contract', () => {
    const tree = new PathTree<ByMethod>(() => new Map());
    for (const operation of operations) tree.at(operation.path).set(operation.method, operation);
    return tree;
  });

/** The operations of a path below the API's prefix, by method; null for a path that leads nowhere. */
export const operationsAt = (path: string): PathMatch<ByMethod> | null => paths().find(path);

const NEEDS_DECODING = /[^/]*[^\w.~/-][^/]*/g;

/** The methods of an address of the API, as `Allow` lists them; null for a path that the API doesn't have. */
export function allowedMethods(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.startsWith(`${API_PREFIX}/`)) return null;
  const plain = path
    .slice(API_PREFIX.length)
    .replace(/(?<=.)\/$/, '')
    .replace(NEEDS_DECODING, 'any');
  const found = operationsAt(plain);
  if (found === null) return null;
  const methods = [...found.value.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
}
