import { type HttpAnswer, headerOf } from '../_shared/http/http-types';

/** A file's name as the response has it (RFC 6266), else the last part of its address; never more than a name. */
export function fileNameOf(answer: HttpAnswer): string {
  const disposition = headerOf(answer, 'content-disposition') ?? '';
  const extended = /filename\*=utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const last = new URL(answer.address).pathname.split('/').pop();
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
