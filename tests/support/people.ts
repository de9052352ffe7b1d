/** The fixture people of the security tests; see tests/support/organizations.ts for how each stands. */
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
