import { cookiesFor } from '../cookies';
import { askedAddress } from './address';

// Stands in for `next/headers`: what the browser sends when it asks for the page of its address.

export const headers = async (): Promise<Headers> =>
  new Headers({
    host: window.location.host,
    'x-path': askedAddress().pathname + askedAddress().search,
    'x-nonce': 'nonce',
  });

export async function cookies() {
  const all = cookiesFor();
  return {
    get(name: string) {
      const value = all.get(name);
      return value === undefined ? undefined : { name, value };
    },
  };
}
