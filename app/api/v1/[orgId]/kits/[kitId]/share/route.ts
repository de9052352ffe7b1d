import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { shareCommand } from '@/server/sharing/share';

export const POST = route(sharing.shareCommand, shareCommand);
