import * as downloads from '@/lib/contract/results/downloads';
import { route } from '@/server/http/route';
import { downloadResult } from '@/server/results/downloads/download-result';

export const GET = route(downloads.download, downloadResult);
