import { roleWords } from '@/lib/access/grant-words';
import { counted } from '@/lib/base/text/counted';
import type { ResponseOf } from '@/lib/contract/operation';
import type { readFolderAccess } from '@/lib/contract/sharing/sharing';
import { type AccessExplanation, ANOTHER_WAY, because, voidWords } from './why-words';

export type FolderExplanation = ResponseOf<typeof readFolderAccess>;
type FolderGrant = FolderExplanation['grants'][number];

/** Why a person can or can't open a folder. */
export function folderWords(explanation: FolderExplanation): AccessExplanation {
  const { userId, name, email, verdict, grants, commandCount } = explanation;
  return {
    person: { userId, name, email },
    can: verdict.canOpen,
    verdict: verdictWords(explanation),
    grants: grants.map((grant) => ({
      key: `${grant.accessLevel} ${grant.group?.groupId}`,
      words: grantWords(grant),
      consequence: grant.void === null ? withoutWords(grant, explanation) : voidWords(grant.void),
      isVoid: grant.void !== null,
    })),
    none:
      commandCount > 0
        ? `Nothing gives them the folder itself. ${commandsWords(commandCount)}`
        : 'Nothing gives them this folder: no grant, no group, no command in it.',
  };
}

const commandsWords = (commandCount: number) =>
  `They have ${counted(commandCount, 'command')} in it by other ways.`;

function verdictWords({ name, verdict, membership }: FolderExplanation): string {
  if (verdict.canChange)
    return `${name} can open this folder, change and share it, and configure what is in it.`;
  if (verdict.role !== null) return `${name} can open this folder, and run what is in it.`;
  if (verdict.canOpen) return `${name} can open this folder, and sees the commands in it that they have.`;
  return `${name} cannot open this folder${because(membership)}.`;
}

function grantWords({ accessLevel, role, group }: FolderGrant): string {
  const as = roleWords[role];
  if (accessLevel === 'org') return `${as}, as an admin of the organization`;
  return group === null ? `${as}, shared with them` : `${as}, by the group ${group.name}`;
}

function withoutWords({ withoutIt }: FolderGrant, { verdict, commandCount }: FolderExplanation): string {
  if (withoutIt.role === verdict.role) return ANOTHER_WAY;
  if (withoutIt.role !== null)
    return 'Without it they could still open it and run what is in it, and change nothing.';
  return withoutIt.canOpen
    ? `Without it they would see ${counted(commandCount, 'command')} in it alone.`
    : 'Without it they could not open it.';
}
