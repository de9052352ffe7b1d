import { readCommitRef } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { readCommitRef as read } from '@/server/insight/diagnostics/services/server';

export const GET = route(readCommitRef, read);
