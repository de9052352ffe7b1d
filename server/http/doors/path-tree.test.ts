import { describe, expect, it } from 'vitest';
import { PathTree } from './path-tree';

function treeOf(...paths: string[]): PathTree<string[]> {
  const tree = new PathTree<string[]>(() => []);
  for (const path of paths) tree.at(path).push(path);
  return tree;
}

describe('a path', () => {
  const tree = treeOf(
    '/users/me',
    '/{orgId}/kits',
    '/{orgId}/kits/{kitId}',
    '/{orgId}/kits/new',
    '/users/{userId}/x',
  );

  it('is found with its variable parts', () => {
    expect(tree.find('/acme/kits/7')).toEqual({
      value: ['/{orgId}/kits/{kitId}'],
      params: { orgId: 'acme', kitId: '7' },
    });
  });

  it('with fixed parts takes precedence', () => {
    expect(tree.find('/acme/kits/new')).toEqual({ value: ['/{orgId}/kits/new'], params: { orgId: 'acme' } });
    expect(tree.find('/users/me')).toEqual({ value: ['/users/me'], params: {} });
  });

  it('is found behind a variable part if what fits better leads nowhere', () => {
    expect(tree.find('/users/kits')).toEqual({ value: ['/{orgId}/kits'], params: { orgId: 'users' } });
  });

  it('that is only a part of others, or longer, is not found', () => {
    for (const path of ['/acme', '/acme/kits/7/more', '/', '']) expect(tree.find(path)).toBeNull();
  });

  it('S23 is not found if any part would have to be decoded or resolved', () => {
    for (const part of ['a%2f', 'a;x', '..', '.', '', 'a\\b', 'a b', 'ä', '%6de', 'a#b', '.hidden'])
      expect([part, tree.find(`/${part}/kits`)]).toEqual([part, null]);
  });
});

it('has the same names for the same variable parts', () => {
  expect(() => treeOf('/{orgId}/kits', '/{org}/runs')).toThrow('{org} is called {orgId} elsewhere');
});
