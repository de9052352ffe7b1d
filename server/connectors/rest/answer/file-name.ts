import { type HttpResponse, headerOf } from '../../_shared/http/http-types';

/** A file's name from the response (RFC 6266), or else the last part of its address; never a path. */
export function fileNameOf(response: HttpResponse): string {
  const disposition = headerOf(response, 'content-disposition') ?? '';
  const extended = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const last = new URL(response.address).pathname.split('/').pop();
  const name = decodedName(extended ?? plain ?? last ?? '');
  return (
    name
      .replace(/[\p{Cc}/\\]/gu, '')
      .replace(/^\.+/, '')
      .slice(0, 200) || 'file'
  );
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
