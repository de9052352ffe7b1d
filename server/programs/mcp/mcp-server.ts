import { Server } from '@modelcontextprotocol/server';
import { callTool } from '@/server/programs/mcp/call-tool';
import type { McpCaller } from '@/server/programs/mcp/caller';
import { questionCodec } from '@/server/programs/mcp/confirmation';
import { type Era, listTools } from '@/server/programs/mcp/list-tools';

const INSTRUCTIONS = `Pushboard runs backend operations as commands, with the permissions of the person who connected you. Results may be cut: each links to the whole of it. Commands that may change data are confirmed by a person first.`;

/**
 * The MCP server as one request sees it. Nothing lives longer than the request: who calls, what they may run, and which
 * tools that makes are read each time. The library's `McpServer` would compile every command's schema on every request.
 */
export function mcpServer(caller: McpCaller, era: Era): Server {
  const server = new Server(
    { name: 'pushboard', title: 'Pushboard', version: '1.0.0' },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      requestState: { verify: questionCodec().verify },
      inputRequired: { legacyShim: false },
    },
  );
  server.setRequestHandler('tools/list', ({ params }) => listTools(caller, era, params?.cursor));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool({ caller, context, era }, params.name, params.arguments),
  );
  return server;
}
