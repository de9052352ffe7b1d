import { z } from 'zod';
import { id, longPathId, none, pathId, queryBoolean, queryNumber, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { approvalRequest } from './approval-shapes';
import { approvalState, MOST_NOTE_CHARS } from './run-approval';

/** The limit of one page of requests. */
export const MOST_APPROVALS = 50;

const onOne = z.strictObject({ orgId: textId, approvalId: longPathId });
const answered = { kind: 'json', status: 200, schema: approvalRequest } as const;
const reason = z.string().trim().max(MOST_NOTE_CHARS).nullable().optional();

export const listApprovals = operation({
  id: 'listApprovals',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/approvals',
  summary:
    'Requests to run commands that need approval, or to loosen what protects them: those that the caller asked for, and those of the commands whose engineer they are; the newest first',
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    /**
     * `asked`: by the caller, or by a job or webhook that they changed or started. `to_answer`: by others. `answered`:
     * those of others that wait no longer, whatever became of them.
     */
    box: z.enum(['to_answer', 'answered', 'asked']).optional(),
    state: approvalState.optional(),
    /** Only requests before this one. */
    before: longPathId.optional(),
    per_page: queryNumber(1, MOST_APPROVALS).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(approvalRequest) },
});

export const readApproval = operation({
  id: 'readApproval',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/approvals/{approvalId}',
  summary: 'One request for approval, for its asker and the engineers of the command',
  permission: { needs: 'org', action: 'org.enter' },
  params: onOne,
  query: none,
  body: null,
  answer: answered,
});

export const answerApproval = operation({
  id: 'answerApproval',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/approvals/{approvalId}',
  summary:
    'Grants or denies a request for approval, in person; once granted, its run starts with exactly the values of the request, or its asker may make exactly its change',
  permission: { needs: 'command', action: 'command.approve', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, approvalId: longPathId }),
  query: none,
  body: requestBody({ isGranted: ['isGranted', z.boolean()], reason: ['reason', reason] }),
  answer: answered,
});

export const withdrawApproval = operation({
  id: 'withdrawApproval',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/approvals/{approvalId}/withdraw',
  summary: 'Withdraws a request of the caller that waits for approval; its run ends as canceled',
  permission: { needs: 'org', action: 'org.enter' },
  params: onOne,
  query: none,
  body: null,
  answer: answered,
});

export const listLastApprovals = operation({
  id: 'listLastApprovals',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/last-approvals',
  summary:
    'The commands whose runs only the caller could still approve after a person leaves the organization or a group or stops being an admin, or after a group is deleted',
  permission: { needs: 'org', action: 'org.manage' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    /** The person who leaves; the organization, unless something narrower is named. */
    user_id: textId.optional(),
    /** The group that they leave; without a person, the group that is deleted. */
    group_id: textId.optional(),
    /** Whether the person only stops being an admin. */
    is_role_lost: queryBoolean.optional(),
  }),
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.array(
      resource({
        commandId: ['kit_id', id],
        name: ['name', z.string()],
        /** The names of those who can approve until then. */
        approverNames: ['approvers', z.array(z.string())],
        /** How many of the caller's own requests about the command and its copies wait for them. */
        waitingCount: ['waiting_count', z.int()],
      }),
    ),
  },
});
