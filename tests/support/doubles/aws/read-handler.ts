import { strToU8, zipSync } from 'fflate';
import { inputsOf } from '@/server/connectors/aws-role/code/event-keys';
import { handlerPlace, readHandler } from '@/server/connectors/aws-role/code/read-handler';

/**
 * The inputs of a handler `main.handler`, in short: `key: type = default`, with `?` for optional ones, and `…` for other
 * keys. Null if the code doesn't say.
 */
export async function inputsOfHandler(
  runtime: string,
  source: string,
  file: string,
): Promise<string[] | null> {
  const place = handlerPlace(runtime, 'main.handler');
  if (place === null) return null;
  const use = await readHandler(zipSync({ [file]: strToU8(source), 'other.py': strToU8('x = 1') }), place);
  if (use === null) return null;
  const listed = inputsOf(use.reads).map(({ key, type, defaultValue, defaultAmbiguousInput }) => {
    const mark = defaultAmbiguousInput === 'omit' ? '?' : '';
    return `${key}${mark}: ${type.typeId}${defaultValue === null ? '' : ` = ${JSON.stringify(defaultValue)}`}`;
  });
  return use.isPassedOn ? [...listed, '…'] : listed;
}

export const readPython = (source: string): Promise<string[] | null> =>
  inputsOfHandler('python3.12', source, 'main.py');

export const readJavaScript = (source: string, file = 'main.mjs'): Promise<string[] | null> =>
  inputsOfHandler('nodejs22.x', source, file);
