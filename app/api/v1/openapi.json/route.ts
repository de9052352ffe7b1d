import * as openapi from '@/lib/contract/openapi';
import { openApiDocument } from '@/server/http/openapi/document';
import { route } from '@/server/http/route';

export const GET = route(openapi.readOpenApi, openApiDocument);
