import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, test } from 'vitest';
import { filesIn, textOf } from '../source-files';

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* childrenOf(node: object): Generator<Node> {
  for (const value of Object.values(node)) {
    if (isNode(value)) yield value;
    else if (typeof value === 'object' && value !== null) yield* childrenOf(value);
  }
}

function* within(node: Node): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* within(child);
}

const names = (node: Node, name: string): boolean => {
  for (const each of within(node)) if (each.type === 'Identifier' && each.value === name) return true;
  return false;
};

/** The name of a handler's error; null if it takes none. */
function errorOf(parameter: unknown): string | null {
  if (!isNode(parameter)) return null;
  const pattern = isNode(parameter.pat) ? parameter.pat : parameter;
  return pattern.type === 'Identifier' ? String(pattern.value) : null;
}

const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression';

interface Handler {
  body: Node;
  error: string | null;
}

/** What is called with the error of a request: `catch`, `.catch(…)`, the second part of `.then(…)`, and `onError`. */
function handlerOf(node: Node): Handler | null {
  if (node.type === 'CatchClause' && isNode(node.body))
    return { body: node.body, error: errorOf(node.param) };
  if (node.type === 'KeyValueProperty' && isNode(node.key) && node.key.value === 'onError') {
    return ofFunction(node.value);
  }
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression')
    return null;
  const { property } = node.callee;
  if (!isNode(property)) return null;
  const [first, second] = node.arguments as { expression: unknown }[];
  if (property.value === 'catch') return ofFunction(first?.expression);
  return property.value === 'then' ? ofFunction(second?.expression) : null;
}

function ofFunction(value: unknown): Handler | null {
  if (!isNode(value) || !isFunction(value) || !isNode(value.body)) return null;
  return { body: value.body, error: errorOf((value.params as unknown[])[0]) };
}

const isDangerToast = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' &&
  isNode(callee) &&
  callee.type === 'MemberExpression' &&
  isNode(callee.object) &&
  callee.object.value === 'toast' &&
  isNode(callee.property) &&
  (callee.property.value === 'danger' || callee.property.value === 'failure');

/** Whether a handler says that something failed, and keeps the reason to itself. */
function isSilentOnReason({ body, error }: Handler): boolean {
  const says = [...within(body)].some(isDangerToast);
  return says && (error === null || !names(body, error));
}

const parse = (file: string): Node =>
  parseSync(textOf(file), { syntax: 'typescript', tsx: file.endsWith('.tsx') }) as unknown as Node;

/** The browser refuses these, and not the server: it says no more than that it did. */
const OF_BROWSER = ['components/analytics/cards/card-menu-items.tsx', 'components/ui/text/copy-text.tsx'];

/** Nobody waits for these: what is read stays unread in the list. */
const IN_BACKGROUND = ['components/frame/bell/use-notifications.ts'];

const files = filesIn(['components', 'app'], ['.ts', '.tsx']).filter((file) => !/\.test\./.test(file));

/** The files that import one. */
function importersOf(imported: string): string[] {
  const path = imported.replace(/\.tsx?$/, '');
  return files.filter((file) =>
    [...textOf(file).matchAll(/from '([^']+)'/g)].some(([, from = '']) =>
      from.startsWith('.') ? join(dirname(file), from) === path : from === `@/${path}`,
    ),
  );
}

describe('what a person tried and was refused', () => {
  test('is said with the reason of the server, wherever a message says that it failed', () => {
    const silent = files.filter((file) => {
      if (OF_BROWSER.includes(file) || !textOf(file).includes('toast.')) return false;
      return [...within(parse(file))].some((node) => {
        const handler = handlerOf(node);
        return handler !== null && isSilentOnReason(handler);
      });
    });
    expect(silent).toEqual([]);
  });

  test('is said at all: each change handles its failure, or who uses it shows it', () => {
    const unhandled = files.filter((file) => {
      const text = textOf(file);
      if (IN_BACKGROUND.includes(file) || !text.includes('useMutation(')) return false;
      const all = [...within(parse(file))];
      const nameOf = (change: Node) =>
        all.find(({ type, init }) => type === 'VariableDeclarator' && init === change)?.id as
          | Node
          | undefined;
      return all.filter(isChange).some((change) => {
        if (handlesFailure(change, text)) return false;
        const name = nameOf(change)?.value;
        // One without a name is returned by a hook.
        const shown =
          typeof name === 'string'
            ? `\\b${name}\\??\\.(error|isError)\\b|latestError\\([^)]*\\b${name}\\b`
            : '\\.error\\b';
        const isShownHere = new RegExp(shown).test(text);
        // A hook returns it to those who show it.
        const isShownThere =
          file.endsWith('.ts') && importersOf(file).some((each) => /\berror\b/.test(textOf(each)));
        return !isShownHere && !isShownThere;
      });
    });
    expect(unhandled).toEqual([]);
  });
});

const isChange = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && isNode(callee) && callee.value === 'useMutation';

function handlesFailure(change: Node, text: string): boolean {
  return [...within(change)].some(
    ({ key, type }) =>
      ((type === 'KeyValueProperty' || type === 'MethodProperty') &&
        isNode(key) &&
        key.value === 'onError') ||
      // Several changes may share their handlers.
      (type === 'SpreadElement' && text.includes('onError')),
  );
}
