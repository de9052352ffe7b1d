import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { findRecipients } from '@/server/sharing/find-recipients';

export const GET = route(sharing.findRecipients, findRecipients);
