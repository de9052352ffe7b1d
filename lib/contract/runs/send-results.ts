import { z } from 'zod';
import { id, longPathId, none, textId } from '@/lib/wire/values';
import { requestBody } from '@/lib/wire/wire';
import { operation } from '../operation';
import { mailOutcomes } from '../sharing/mail-outcome';
import { recipient } from '../sharing/recipient';

export const sendResults = operation({
  id: 'sendResults',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/runs/{runId}/send',
  summary: 'Mails the result of a run to people; recipients without an address are left out',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: z.strictObject({ orgId: textId, runId: longPathId }),
  query: none,
  body: requestBody({
    recipients: ['recipients', z.array(recipient).max(500)],
    note: ['optionalNote', z.string().max(2000).nullish()],
    commandId: ['kitId', id.nullish()],
    /** Whether recipients who are not in the organization are invited to it; only its admins can. */
    invitesToOrg: ['inviteNonMembersToOrg', z.boolean().optional()],
    /** Whether recipients who can't run the command become runners of it; only its engineers can. */
    invitesToCommand: ['inviteNonRunnersToKit', z.boolean().optional()],
    attaches: ['attachResults', z.boolean().optional()],
    /** The format of an attached table. */
    format: ['downloadType', z.enum(['csv', 'xlsx']).optional()],
    baseUrl: ['baseUrl', z.string().nullish()],
    /** One message that names all recipients, instead of one message for each. */
    isOneChain: ['allAddressesOnOneChain', z.boolean().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: mailOutcomes },
  idempotent: true,
});
