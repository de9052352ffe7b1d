import { expect, it } from 'vitest';
import { orgNameOf, shownOrgName } from './org-names';

it.each([
  ['Dana Lee', "Dana's org"],
  ['  Cher ', "Cher's org"],
  ['', ''],
  [`${'x'.repeat(60)} y`, `${'x'.repeat(34)}'s org`],
])('%j makes %j', (name, org) => {
  expect(orgNameOf(name)).toBe(org);
});

it.each([
  [{ orgId: 'sandbox-1', name: 'Sandbox', isSandbox: true }, true, 'Sandbox'],
  [{ orgId: 'sandbox-1', name: 'Sandbox', isSandbox: true }, false, 'Sandbox 1'],
  [{ orgId: 'sandbox-12', name: 'Sandbox', isSandbox: true }, false, 'Sandbox 12'],
  [{ orgId: 'trial', name: 'Trial', isSandbox: true }, false, 'Trial'],
  [{ orgId: 'sandbox-1', name: 'Acme', isSandbox: false }, true, 'Acme'],
])('%o, the only one: %s → %s', (org, isOnly, shown) => {
  expect(shownOrgName(org, isOnly)).toBe(shown);
});
