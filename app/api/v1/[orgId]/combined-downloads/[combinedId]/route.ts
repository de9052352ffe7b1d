import * as combined from '@/lib/contract/running/combined-downloads';
import { readCombinedDownload } from '@/server/combined/combined-downloads';
import { route } from '@/server/http/route';

export const GET = route(combined.readCombinedDownload, readCombinedDownload);
