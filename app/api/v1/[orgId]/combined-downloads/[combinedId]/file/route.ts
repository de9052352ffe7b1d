import * as combined from '@/lib/contract/results/combined-downloads';
import { route } from '@/server/http/route';
import { downloadCombined } from '@/server/results/combined/download-combined';

export const GET = route(combined.downloadCombined, downloadCombined);
