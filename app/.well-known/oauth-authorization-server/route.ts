import { preflight } from '@/server/http/requests/cross-origin';
import { metadataResponse } from '@/server/programs/oauth/handle-oauth';
import { serverMetadata } from '@/server/programs/oauth/metadata';

export const dynamic = 'force-dynamic';

export const GET = () => metadataResponse(serverMetadata());
export const OPTIONS = preflight('GET');
