import * as snippets from '@/lib/contract/command/snippets';
import { readRSnippet } from '@/server/commands/inputs/read-snippet';
import { route } from '@/server/http/route';

export const POST = route(snippets.readRSnippet, readRSnippet);
