import { withSyntaxTree } from '../../_shared/syntax/parse';
import type { EventUse } from './event-keys';
import { readJavaScriptHandler } from './javascript/read-javascript-handler';
import { readSource } from './package';
import { readPythonHandler } from './python/read-python-handler';

/** Where the source of a handler can be, and in which language. */
interface HandlerPlace {
  language: keyof typeof readers;
  paths: string[];
  name: string;
}

/**
 * Where a function's handler is, by its configuration: `app/orders.handler` of `python3.12` is in `app/orders.py`. Null
 * for runtimes whose code can't be read.
 */
export function handlerPlace(runtime: string, handler: string): HandlerPlace | null {
  const dot = handler.lastIndexOf('.');
  if (dot <= 0) return null;
  const name = handler.slice(dot + 1);
  if (runtime.startsWith('python')) {
    const module = handler.slice(0, dot).replaceAll('.', '/');
    return { language: 'python', paths: [`${module}.py`, `${module}/__init__.py`], name };
  }
  if (runtime.startsWith('nodejs')) {
    const module = handler.slice(0, dot);
    return { language: 'javascript', paths: ['.js', '.mjs', '.cjs'].map((end) => module + end), name };
  }
  return null;
}

const readers = { python: readPythonHandler, javascript: readJavaScriptHandler };

/** Reads what a handler does with its event from its deployment package; null if the code doesn't say. */
export async function readHandler(
  zip: Uint8Array,
  { language, paths, name }: HandlerPlace,
): Promise<EventUse | null> {
  const source = readSource(zip, paths);
  if (source === null) return null;
  return withSyntaxTree(language, source.text, (root) => readers[language](root, name));
}
