import * as combined from '@/lib/contract/runs/combined-downloads';
import { route } from '@/server/http/route';
import { readCombinedDownload } from '@/server/results/combined/combined-downloads';

export const GET = route(combined.readCombinedDownload, readCombinedDownload);
