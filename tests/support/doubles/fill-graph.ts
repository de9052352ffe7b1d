import type { GraphDirectory } from './graph-directory';

/** Fills a directory with people and groups; every person is in several groups, and every tenth group is in another. */
export function fillGraph(
  directory: GraphDirectory,
  userCount: number,
  groupCount: number,
  membersPerGroup: number,
): void {
  const userId = (i: number) => `user-${String(i % userCount).padStart(6, '0')}`;
  const groupId = (i: number) => `group-${String(i % groupCount).padStart(5, '0')}`;
  directory.putUser({ id: 'ada', displayName: 'Ada', userPrincipalName: 'ada@contoso.example' });
  for (let i = 0; i < userCount; i += 1) {
    const address = `person${i}@contoso.example`;
    directory.putUser({
      id: userId(i),
      displayName: `Person ${i}`,
      userPrincipalName: address,
      mail: address,
    });
  }
  for (let i = 0; i < groupCount; i += 1) {
    const members = Array.from({ length: membersPerGroup }, (_, k) => userId(i * 7 + k * 13));
    if (i % 10 === 9) members.push(groupId(i - 1));
    directory.putGroup(groupId(i), `Group ${i}`, members);
  }
}
