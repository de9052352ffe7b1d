import { prisma } from '@/server/base/database/prisma';
import { ORG_A } from '../../../support/things/organizations';
import { people } from '../../../support/things/people';
import { type Change, kit, made, things } from './things';

const bulk = () => `${kit()}/runs/${things.bulkRunId}/bulk`;
const folder = () => `/directories/${things.folderId}`;
const group = () => `/groups/${made.groupId}`;
const person = { recipients: [{ userId: people.member }] };
const toGroup = { groups: [{ groupId: 'group-1', newKitDirGroupRole: 'admin' }] };

/** Shares, members, groups, and runs. */
export const peopleAndRunChanges: readonly Change[] = [
  { id: 'shareCommand', path: () => `${kit()}/share`, body: () => ({ ...person, ...toGroup }) },
  { id: 'sendLink', path: () => `${kit()}/send_link`, body: () => person },
  {
    id: 'unshareCommandWithPerson',
    path: () => `/can/${people.member}/access/kit/${things.command.commandId}`,
  },
  { id: 'unshareCommandWithGroup', path: () => `/can/group/group-1/access/kit/${things.command.commandId}` },
  { id: 'shareFolder', path: () => `${folder()}/share`, body: () => ({ ...person, ...toGroup }) },
  { id: 'sendFolderLink', path: () => `${folder()}/send_link`, body: () => person },
  { id: 'unshareFolderWithPerson', path: () => `/can/${people.member}/access/directory/${things.folderId}` },
  { id: 'unshareFolderWithGroup', path: () => `/can/group/group-1/access/directory/${things.folderId}` },
  {
    id: 'sendGeneralEmail',
    path: () => '/send_general_email',
    as: people.member,
    body: () => ({
      toAddresses: [`${people.engineer}@example.com`],
      message: 'May I?',
      subject: 'Access',
      kitId: things.command.commandId,
    }),
  },
  { id: 'invite', path: () => '/invite', body: () => ({ recipients: [{ email: 'new@example.org' }] }) },
  {
    id: 'sendAgain',
    path: async () => {
      const { mailId } = await prisma().mailMessage.findFirstOrThrow({ where: { orgId: ORG_A } });
      await prisma().mailMessage.update({ where: { mailId }, data: { state: 'failed' } });
      return `/outbox/${mailId}/send`;
    },
  },
  { id: 'updateMember', path: () => `/members/${people.member}`, body: () => ({ role: 'admin' }) },
  { id: 'createGroup', path: () => '/groups', body: () => ({ name: 'Made' }) },
  { id: 'renameGroup', path: group, body: () => ({ name: 'Again' }) },
  { id: 'addToGroup', path: () => `${group()}/members`, body: () => ({ userIds: [people.runner] }) },
  { id: 'removeFromGroup', path: () => `${group()}/members/${people.runner}` },
  { id: 'deleteGroup', path: group },
  {
    id: 'startRun',
    path: () => '/run-async-ii',
    as: people.runner,
    body: () => ({
      runrams: { amount: 1 },
      olId: things.command.templateId,
      runId: things.runId,
      kitId: things.command.commandId,
    }),
  },
  {
    id: 'startBulkRun',
    path: () => '/run-bulk-async-ii',
    as: people.runner,
    body: () => ({ parentRunId: things.bulkRunId, kitId: things.command.commandId }),
  },
  { id: 'pauseBulkRun', path: () => `${bulk()}/pause` },
  { id: 'resumeBulkRun', path: () => `${bulk()}/resume` },
  { id: 'stopBulkRun', path: () => `${bulk()}/stop`, body: () => ({}) },
  { id: 'cancelRun', path: () => `${kit()}/runs/${things.runId}/cancel` },
  {
    id: 'sendResults',
    path: () => `/runs/${things.runId}/send`,
    body: () => ({ recipients: [{ userId: people.runner }] }),
  },
  { id: 'deleteRunResult', path: () => `${kit()}/runs/${things.runId}/result` },
  {
    id: 'answerApproval',
    path: () => `${kit()}/approvals/${things.approvalIds[0]}`,
    body: () => ({ isGranted: false, reason: 'Not today' }),
  },
  {
    id: 'withdrawApproval',
    path: () => `/approvals/${things.approvalIds[1]}/withdraw`,
    as: people.runner,
  },
  { id: 'updateError', path: () => `/errors/${things.errorId}`, body: () => ({ state: 'resolved' }) },
  { id: 'deleteCommand', path: () => `/kits/${things.other.commandId}` },
  { id: 'restoreCommand', path: () => `/deleted-kits/${things.other.commandId}/restore` },
];
