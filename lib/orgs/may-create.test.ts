import { expect, it } from 'vitest';
import { type Deployment, mayCreateOrg, mayCreateSandbox, offersSandbox } from './may-create';

const internal: Deployment = { appEnv: 'saas_internal', authMode: 'hosted' };
const external: Deployment = { appEnv: 'saas_external', authMode: 'hosted' };
const directory: Deployment = { appEnv: 'private_ad', authMode: 'directory' };
const sandbox = { isSandbox: true, role: 'admin' } as const;
const acme = { isSandbox: false, role: 'admin' } as const;
const guest = { isSandbox: false, role: 'member' } as const;

it.each([
  // where, orgs: may create an org, may create a sandbox, is offered a sandbox
  [internal, [], true, true, true],
  [internal, [sandbox], true, true, false],
  [internal, [sandbox, acme], true, true, false],
  [internal, [guest], true, false, false],
  [external, [], true, true, true],
  [external, [acme], false, true, false],
  [directory, [], true, false, false],
  [directory, [acme], false, false, false],
] as const)('%#: %o with %o', (where, orgs, org, box, offeredBox) => {
  expect(mayCreateOrg(where, orgs)).toBe(org);
  expect(mayCreateSandbox(where, orgs)).toBe(box);
  expect(offersSandbox(where, orgs)).toBe(offeredBox);
});
