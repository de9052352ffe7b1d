import { randomBytes } from 'node:crypto';

/** A prefix by which scanners of source code recognize a secret. */
const SECRET_PREFIX = 'pbwh_';

/** What a sender signs its calls with. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64url');

/** The last part of an address that other programs call. It isn't a secret, but nobody can guess it. */
export const newPublicId = (): string => randomBytes(16).toString('base64url');
