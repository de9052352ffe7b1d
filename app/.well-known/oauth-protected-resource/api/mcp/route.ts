import { preflight } from '@/server/http/requests/cross-origin';
import { metadataResponse } from '@/server/programs/oauth/handle-oauth';
import { resourceMetadata } from '@/server/programs/oauth/metadata';

export const dynamic = 'force-dynamic';

export const GET = () => metadataResponse(resourceMetadata());
export const OPTIONS = preflight('GET');
