import { describe, expect, it } from 'vitest';
import { isReservedSlug, SLUG, slugCandidates, slugOf } from './slug';

const firstOf = (name: string, count = 3) => {
  const candidates = slugCandidates(name);
  return Array.from({ length: count }, () => candidates.next().value);
};

describe('slugOf', () => {
  it.each([
    ['Acme', 'acme'],
    ['  Dana’s org ', 'danas-org'],
    ["Dana's org", 'danas-org'],
    ['Müller & Söhne GmbH', 'muller-sohne-gmbh'],
    ['a--b__c', 'a-b-c'],
    ['日本', 'org'],
    ['../../etc', 'etc'],
    ['<script>', 'script'],
    ['', 'org'],
    ['x'.repeat(80), 'x'.repeat(40)],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ])('%j → %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
    expect(slugOf(name)).toMatch(SLUG);
  });
});

describe('slugCandidates', () => {
  it('begin with the name, and go on with numbers', () => {
    expect(firstOf('Acme')).toEqual(['acme', 'acme-2', 'acme-3']);
  });

  it('never are words of our own addresses, nor those of sandboxes', () => {
    expect(firstOf('Users')).toEqual(['users-2', 'users-3', 'users-4']);
    expect(firstOf('Sandbox')).toEqual(['sandbox-org', 'sandbox-org-2', 'sandbox-org-3']);
    expect(firstOf('Sandbox 7')).toEqual(['sandbox-7-org', 'sandbox-7-org-2', 'sandbox-7-org-3']);
    for (const slug of firstOf('Orgs', 50)) expect(isReservedSlug(String(slug))).toBe(false);
  });
});
