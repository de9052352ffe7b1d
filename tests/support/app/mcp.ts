import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { JsonValue } from '@/lib/base/json';
import { bearer } from '../things/tokens';

/** The revision in which servers can ask a person back. */
export const MODERN: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } };

/** Connects the official client with a token. */
export async function connectMcp(url: string, token: string, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), {
    requestInit: { headers: bearer(token) },
  });
  await client.connect(transport);
  return client;
}

/** A client whose person gives every question the same response. */
export async function connectAsking(
  url: string,
  token: string,
  respond: (message: string) => { action: 'accept' | 'decline'; confirm: boolean | string },
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { ...MODERN, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const { action, confirm } = respond(params.message);
    return action === 'accept' ? { action, content: { confirm } } : { action };
  });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers: bearer(token) } }),
  );
  return client;
}

interface Called {
  isError?: boolean | undefined;
  content: { type: string; text?: string; uri?: string }[];
  structuredContent?: { [key: string]: JsonValue };
}

/** Calls a tool, and returns its result with the texts in one. */
export async function callMcp(
  client: Client,
  name: string,
  given: Record<string, JsonValue> = {},
  options: Parameters<Client['callTool']>[1] = {},
) {
  const result = (await client.callTool({ name, arguments: given }, options)) as Called;
  return { ...result, text: result.content.map(({ text }) => text ?? '').join('\n') };
}
