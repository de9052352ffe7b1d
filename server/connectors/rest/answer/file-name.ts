import { decoded } from '@/lib/base/text/decoded';
import { type HttpResponse, headerOf } from '../../_shared/http/http-types';

const longest = 200;

/** A file's name from the response (RFC 6266), or else the last part of its address; never a path. */
export function fileNameOf(response: Pick<HttpResponse, 'headers' | 'address'>): string {
  const disposition = headerOf(response, 'content-disposition') ?? '';
  const extended = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const last = new URL(response.address).pathname.split('/').pop();
  const name = decoded(extended ?? plain ?? last ?? '');
  const safe = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '').replace(/^[\s.]+|[\s.]+$/g, '');
  // By code points: no database stores half a surrogate pair.
  return [...safe].slice(0, longest).join('') || 'file';
}
