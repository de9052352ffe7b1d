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

interface Elicited {
  mode?: string | undefined;
  message: string;
  url?: string | undefined;
}

type Response = { action: 'accept'; content?: Record<string, boolean | string> } | { action: 'decline' };

/** A client that elicits: it shows forms, or opens addresses, and responds to each as it likes. */
export async function connectEliciting(
  url: string,
  token: string,
  mode: 'form' | 'url',
  respond: (asked: Elicited) => Response | Promise<Response>,
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { ...MODERN, capabilities: { elicitation: { [mode]: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => respond(params));
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
