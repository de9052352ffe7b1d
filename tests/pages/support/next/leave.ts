/** Thrown where a page sends its reader to another address. */
export class Redirect extends Error {
  constructor(readonly address: string) {
    super(`Redirect to ${address}`);
  }
}

/** Thrown where a page does not exist for its reader. */
export class NotFound extends Error {}

export function redirect(address: string): never {
  throw new Redirect(address);
}

export function notFound(): never {
  throw new NotFound('There is no page');
}
