import type { FixturePerson } from '../support/people';

export type Caller = FixturePerson | 'signedOut';

/** `ok`: the request got past the question who may do this, whatever else is said of it. */
export type Outcome = 401 | 403 | 404 | 'ok';

const signedIn = (others: Outcome, some: Partial<Record<Caller, Outcome>>): Record<Caller, Outcome> => ({
  signedOut: 401,
  orgAdmin: others,
  creator: others,
  engineer: others,
  runner: others,
  groupRunner: others,
  folderRunner: others,
  member: others,
  deleted: 404,
  pending: 404,
  outsider: others,
  orgAdminB: 404,
  nobody: 404,
  ...some,
});

const everybody: Record<Caller, Outcome> = {
  ...signedIn('ok', {}),
  signedOut: 'ok',
  deleted: 'ok',
  pending: 'ok',
  orgAdminB: 'ok',
  nobody: 'ok',
};

/** Who may, for each kind of permission, on organisation A and its command `cmd1` of `org` visibility. */
export const outcomes = {
  everybody,
  signedIn: { ...everybody, signedOut: 401 },
  inOrg: signedIn('ok', {}),
  connect: signedIn(403, { orgAdmin: 'ok', outsider: 404 }),
  readOrg: signedIn('ok', { outsider: 404 }),
  seeFolder: signedIn('ok', { member: 404, outsider: 404 }),
  changeFolder: signedIn(403, { orgAdmin: 'ok', engineer: 'ok', member: 404, outsider: 404 }),
  configureCommand: signedIn(403, { orgAdmin: 'ok', creator: 'ok', engineer: 'ok', member: 404 }),
  deleteCommand: signedIn(403, { orgAdmin: 'ok', creator: 'ok', member: 404 }),
  seeCommand: signedIn('ok', { member: 404 }),
  runCommand: signedIn('ok', { member: 404 }),
  seeRun: signedIn('ok', { member: 404 }),
  startRun: signedIn(403, { runner: 'ok', member: 404 }),
  cancelRun: signedIn(403, { runner: 'ok', member: 404, orgAdmin: 'ok', creator: 'ok', engineer: 'ok' }),
} satisfies Record<string, Record<Caller, Outcome>>;

/** What each operation needs, said a second time: a change of the contract must change this line, too. */
export const accessTable: Record<string, keyof typeof outcomes> = {
  listDemoPeople: 'everybody',
  signInAsDemoPerson: 'everybody',
  signOut: 'everybody',
  readMe: 'everybody',
  readOpenApi: 'everybody',
  listMyOrgs: 'signedIn',
  listCommands: 'inOrg',
  followRuns: 'inOrg',
  createCredential: 'connect',
  listCredentials: 'connect',
  readCredential: 'connect',
  findAdditions: 'connect',
  commitBatch: 'connect',
  readCommandSummary: 'seeCommand',
  readCommand: 'seeCommand',
  readCommandName: 'seeCommand',
  createRunGroup: 'runCommand',
  createRun: 'runCommand',
  runAndWait: 'runCommand',
  readRun: 'seeRun',
  followRun: 'seeRun',
  startRun: 'startRun',
  cancelRun: 'cancelRun',
  listConnectionKinds: 'connect',
  listFolders: 'readOrg',
  createFolder: 'readOrg',
  readFolder: 'seeFolder',
  renameFolder: 'changeFolder',
  deleteFolder: 'changeFolder',
  updateCommand: 'configureCommand',
  updateInput: 'configureCommand',
  updateTemplate: 'configureCommand',
  deleteCommand: 'deleteCommand',
  listRecents: 'inOrg',
  recordRecent: 'runCommand',
  listMembers: 'readOrg',
  readMember: 'readOrg',
  listGroups: 'readOrg',
  listCommandPeople: 'runCommand',
  shareCommand: 'configureCommand',
  unshareCommandWithPerson: 'configureCommand',
  unshareCommandWithGroup: 'configureCommand',
  shareFolder: 'changeFolder',
  unshareFolderWithPerson: 'changeFolder',
  unshareFolderWithGroup: 'changeFolder',
  createDownloadLink: 'seeRun',
  download: 'seeRun',
  listRuns: 'inOrg',
  readRunSummary: 'seeRun',
  deleteRunResult: 'cancelRun',
};
