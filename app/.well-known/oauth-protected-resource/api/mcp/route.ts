import { preflight } from '@/server/http/cross-origin';
import { metadataResponse } from '@/server/oauth/handle-oauth';
import { resourceMetadata } from '@/server/oauth/metadata';

export const dynamic = 'force-dynamic';

export const GET = () => metadataResponse(resourceMetadata());
export const OPTIONS = preflight('GET');
