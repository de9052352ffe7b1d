import * as combined from '@/lib/contract/results/combined-downloads';
import { route } from '@/server/http/route';
import { readCombinedDownload } from '@/server/results/combined/combined-downloads';

export const GET = route(combined.readCombinedDownload, readCombinedDownload);
