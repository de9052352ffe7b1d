import { preflight } from '@/server/http/cross-origin';
import { metadataResponse } from '@/server/oauth/handle-oauth';
import { serverMetadata } from '@/server/oauth/metadata';

export const dynamic = 'force-dynamic';

export const GET = () => metadataResponse(serverMetadata());
export const OPTIONS = preflight('GET');
