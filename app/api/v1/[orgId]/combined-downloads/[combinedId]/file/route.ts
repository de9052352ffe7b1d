import * as combined from '@/lib/contract/running/combined-downloads';
import { downloadCombined } from '@/server/combined/download-combined';
import { route } from '@/server/http/route';

export const GET = route(combined.downloadCombined, downloadCombined);
