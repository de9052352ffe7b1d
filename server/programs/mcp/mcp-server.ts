import { Server } from '@modelcontextprotocol/server';
import { callTool } from '@/server/programs/mcp/call-tool';
import type { McpCaller } from '@/server/programs/mcp/caller';
import { listTools } from '@/server/programs/mcp/list-tools';

const INSTRUCTIONS = `Pushboard runs backend operations as commands, with the permissions of the person who connected you. Results may be cut: each links to the whole of it. A command that may change data is confirmed by the person first, in Pushboard: show them the address that the call returns, then call confirm_run, which waits for them.`;

/**
 * The MCP server as one request sees it. Nothing lives longer than the request: who calls, what they may run, and which
 * tools that makes are read each time. The library's `McpServer` would compile every command's schema on every request.
 */
export function mcpServer(caller: McpCaller): Server {
  const server = new Server(
    { name: 'pushboard', title: 'Pushboard', version: '1.0.0' },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      inputRequired: { legacyShim: false },
    },
  );
  server.setRequestHandler('tools/list', ({ params }) => listTools(caller, params?.cursor));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool({ caller, context }, params.name, params.arguments),
  );
  return server;
}
