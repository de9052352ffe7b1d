import { API_BASE } from '@/lib/wire/url';

/** A line for a shell that says whom the token acts as. */
export const curlLine = (origin: string, token: string): string =>
  [`curl ${origin}${API_BASE}/users/me \\`, `  -H 'Authorization: Bearer ${token}'`].join('\n');

/** The settings that MCP clients commonly read. */
export const mcpSettings = (origin: string, token: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        pushboard: { url: `${origin}/api/mcp`, headers: { Authorization: `Bearer ${token}` } },
      },
    },
    null,
    2,
  );
