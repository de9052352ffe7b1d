import { readCommitHash } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { readCommitHash as read } from '@/server/insight/diagnostics/services/server';

export const GET = route(readCommitHash, read);
