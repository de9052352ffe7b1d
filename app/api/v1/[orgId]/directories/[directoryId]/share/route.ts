import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { shareFolder } from '@/server/sharing/share';

export const POST = route(sharing.shareFolder, shareFolder);
