'use client';

import { useQueryClient } from '@tanstack/react-query';
import { confirmLosses } from '@/components/command/dependents/confirm-losses';
import { JobsToTake } from '@/components/command/dependents/jobs-to-take';
import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { ToastAction } from '@/components/ui/feedback/toasts/toasts-part';
import { paths } from '@/lib/base/paths';
import { jobsOf, personLossesOf, personReturnsOf, type StoppedJob } from '@/lib/changes/person-losses';
import { callApi } from '@/lib/client/api-client';
import { listPersonDependents } from '@/lib/contract/dependents/dependents';
import type { BodyOf } from '@/lib/contract/operation';
import { listGroups, listMembers, updateMember } from '@/lib/contract/people/members';
import { comingTime } from '@/lib/runs/run-times';
import type { Member } from '../use-members';
import { lastApprovals } from './last-approvals';

/** An admin's changes to a member. */
export interface ChangeMember {
  role(member: Member, role: Member['role']): Promise<void>;
  remove(member: Member): Promise<void>;
  /** Ends the invitation of a person who hasn't joined. */
  revoke(member: Member): Promise<void>;
  restore(member: Member): Promise<void>;
}

export function useChangeMember({ orgId, slug }: { orgId: string; slug: string }): ChangeMember {
  const queryClient = useQueryClient();

  async function change(
    member: Member,
    body: BodyOf<typeof updateMember>,
    done = `Successfully changed permissions for ${member.name}`,
    action?: ToastAction,
  ): Promise<void> {
    const { userId, name } = member;
    try {
      const changed = await callApi(updateMember, { params: { orgId, userId }, body });
      queryClient.setQueriesData<Member[] | number>({ queryKey: [listMembers.id] }, (members) =>
        Array.isArray(members) ? members.map((each) => (each.userId === userId ? changed : each)) : members,
      );
      toast.success(done, action === undefined ? {} : { action });
    } catch (error) {
      toast.danger(`There was an error changing ${name}'s permissions. ${describeError(error).message}`);
      await queryClient.invalidateQueries({ queryKey: [listMembers.id] });
    }
    // A removed person is in no group, and is again when restored.
    if (body.isDeleted !== undefined) await queryClient.invalidateQueries({ queryKey: [listGroups.id] });
  }

  return {
    async role(member, role) {
      const approvals = lastApprovals(orgId, { user_id: member.userId, is_role_lost: true });
      const isSure =
        role === 'admin'
          ? await confirm({
              title: `Make ${member.name} an admin?`,
              body: 'Admins are engineers of every command, and decide who is in the organization.',
              confirmLabel: 'Make admin',
            })
          : await confirmLosses({
              title: `Make ${member.name} a member?`,
              words: '',
              confirmLabel: 'Make member',
              read: approvals.read,
              lead: 'What changes:',
              nothing: null,
              remedy: (leave) => approvals.remedy(slug, leave),
            });
      if (isSure) await change(member, { role });
    },
    async remove(member) {
      const params = { orgId, userId: member.userId };
      let jobs: StoppedJob[] = [];
      const approvals = lastApprovals(orgId, { user_id: member.userId });
      const isSure = await confirmLosses({
        title: `Remove ${member.name}?`,
        words:
          'They immediately lose access to every command and folder of this organization, and their queued runs are refused. You can restore them later with everything they had.',
        confirmLabel: 'Remove',
        read: async () => {
          const [needing, unapproved] = await Promise.all([
            callApi(listPersonDependents, { params }),
            approvals.read(),
          ]);
          jobs = jobsOf(needing);
          return [...personLossesOf(needing, comingTime), ...unapproved];
        },
        lead: 'What goes with them:',
        nothing: 'Nothing runs by itself with their rights.',
        remedy: (leave) => (
          <>
            <JobsToTake orgSlug={slug} jobs={jobs} onLeave={leave} />
            {approvals.remedy(slug, leave)}
          </>
        ),
      });
      const open = { label: 'Open scheduled jobs', href: paths.cronJobs(slug) };
      if (isSure) {
        await change(
          member,
          { isDeleted: true },
          `Removed ${member.name}`,
          jobs.length > 0 ? open : undefined,
        );
      }
    },
    async revoke(member) {
      const isSure = await confirm({
        title: `Revoke the invitation of ${member.name}?`,
        body: 'The link in their invitation stops working. You can restore the invitation later.',
        confirmLabel: 'Revoke invitation',
      });
      if (isSure) await change(member, { isDeleted: true }, `Revoked the invitation of ${member.name}`);
    },
    async restore(member) {
      const params = { orgId, userId: member.userId };
      const isSure = await confirmLosses({
        title: `Restore ${member.name}?`,
        words:
          'They get back everything that they had in this organization. If a token of theirs has leaked, ask them to revoke it first.',
        confirmLabel: 'Restore',
        read: async () => personReturnsOf(await callApi(listPersonDependents, { params })),
        lead: 'What comes back with them:',
        nothing: null,
      });
      if (isSure) await change(member, { isDeleted: false }, `Restored ${member.name}`);
    },
  };
}
