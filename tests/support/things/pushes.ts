import { POST } from '@/app/api/v1/[orgId]/pushes/[pushPublicId]/route';
import type { Answered } from '../app/http';
import { pushRequest, type Told } from '../doubles/github/pushes';

/** Calls the address of a push webhook through its real route, as GitHub does. */
export async function tellOfPush(url: string, told: Told): Promise<Answered> {
  const [, orgId = '', pushPublicId = ''] = /\/api\/v1\/([^/]+)\/pushes\/([^/]+)$/.exec(url) ?? [];
  const request = pushRequest(url, { ...told, headers: { host: 'localhost:3000', ...told.headers } });
  const params = Promise.resolve({ orgId: decodeURIComponent(orgId), pushPublicId });
  const response = await POST(request, { params });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
}
