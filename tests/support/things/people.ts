/** The people of the security tests; see tests/support/things/organizations.ts for their roles. */
export const people = {
  orgAdmin: 'demo-admin-a',
  creator: 'demo-creator',
  engineer: 'demo-engineer',
  runner: 'demo-runner',
  groupRunner: 'demo-group-runner',
  folderRunner: 'demo-folder-runner',
  member: 'demo-member',
  deleted: 'demo-deleted',
  pending: 'demo-pending',
  outsider: 'demo-outsider',
  orgAdminB: 'demo-admin-b',
  nobody: 'demo-nobody',
} as const;

export type FixturePerson = keyof typeof people;
