import * as downloads from '@/lib/contract/results/downloads';
import { route } from '@/server/http/route';
import { createDownloadLink } from '@/server/results/downloads/download-link';

export const GET = route(downloads.createDownloadLink, createDownloadLink);
