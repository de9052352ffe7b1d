import { preflight } from '@/server/http/requests/cross-origin';
import { handleMcp } from '@/server/programs/mcp/handle-mcp';

export const GET = handleMcp;
export const POST = handleMcp;
export const DELETE = handleMcp;
export const OPTIONS = preflight('POST', 'GET', 'DELETE');
