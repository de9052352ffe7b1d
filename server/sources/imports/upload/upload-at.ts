import type { uploadOpenapiAt as uploadOpenapiAtOperation } from '@/lib/contract/sources/imports';
import { AppError } from '@/server/base/errors';
import { networkPolicy } from '@/server/connections/network-policy';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { type HttpResponse, headerOf } from '@/server/connectors/_shared/http/http-types';
import { send } from '@/server/connectors/_shared/http/send';
import type { Context } from '@/server/operations/context';
import { inTurn, keepDocument } from './upload-documents';

const TIMEOUT_MS = 60_000;
/** With all redirects and attempts: others wait for the place of this one among the readers. */
const LONGEST_MS = 120_000;
/** As much as can be uploaded. */
const MOST_BYTES = 50_000_000;

/** Fetches a description from an address that a person entered, and keeps it as an uploaded one. */
export async function uploadOpenapiAt(context: Context<typeof uploadOpenapiAtOperation>) {
  const url = addressOf(context.body.url);
  const name = filenameOf(url);
  return inTurn(context, name, async () => {
    const { body, address } = await fetchDescription(url, context.signal);
    const given = {
      kind: 'openapi',
      name,
      bytes: body.toBuffer(),
      address,
      staticCommandSourceId: null,
      credentialId: null,
      usesExisting: true,
    } as const;
    return keepDocument(given, context);
  });
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError('invalid', 'Must be an address such as https://api.example.com/openapi.json');
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError(
      'invalid',
      'The address must not contain a username or password. Download the file, and upload it.',
    );
  }
  return url;
}

/** Its last part, if that looks like a file. */
function filenameOf({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return /^[\w.-]{1,100}\.(json|ya?ml|zip)$/i.test(last) ? last : 'openapi.json';
}

async function fetchDescription(url: URL, signal: AbortSignal): Promise<HttpResponse> {
  const deadline = AbortSignal.timeout(LONGEST_MS);
  const response = await asAppError(url.host, deadline, () =>
    send(
      {
        method: 'GET',
        origin: url.origin,
        target: url.pathname + url.search,
        headers: [
          ['accept', 'application/json, application/yaml, text/yaml;q=0.9, */*;q=0.8'],
          ['accept-encoding', 'gzip, br'],
          ['user-agent', 'Pushboard'],
        ],
        body: null,
        secretHeaders: [],
        secretTexts: [],
        isBodySecret: false,
      },
      {
        guard: { network: networkPolicy(), isBuiltin: false },
        limits: { timeoutMs: TIMEOUT_MS, maximumBytes: MOST_BYTES },
        signal: AbortSignal.any([signal, deadline]),
      },
    ),
  );
  if (response.interruption !== null) throw new AppError('impossible', response.interruption.message);
  if (response.status !== 200) {
    throw new AppError(
      'impossible',
      `${url.host} responded with status ${response.status}. If the description needs a sign-in, download the file and upload it.`,
    );
  }
  if (/^text\/html\b/i.test(headerOf(response, 'content-type') ?? '')) {
    throw new AppError(
      'impossible',
      'This is the address of a web page. Enter the address of the description itself, which often ends in openapi.json.',
    );
  }
  return response;
}

async function asAppError<T>(host: string, deadline: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (deadline.aborted) {
      throw new AppError(
        'impossible',
        `${host} did not send the description within ${LONGEST_MS / 60_000} minutes. Download the file and upload it.`,
      );
    }
    if (error instanceof ConnectorError) throw new AppError('impossible', error.message);
    throw error;
  }
}
