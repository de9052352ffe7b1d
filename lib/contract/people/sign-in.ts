import { z } from 'zod';
import { LONGEST_RETURN_TO } from '@/lib/sign-in/return-to';
import { emailAddress } from '@/lib/wire/email-address';
import { none, opaque, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { joinToken, person } from './people';

export const requestSignInLink = operation({
  id: 'requestSignInLink',
  method: 'POST',
  effect: 'change',
  path: '/sign-in/link',
  summary:
    'Sends a single-use link to sign in with, if the address belongs to someone who may; the response is the same for all. 404 where people sign in another way',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: requestBody({
    email: ['email', emailAddress('Not a valid email!').max(254)],
    returnTo: ['returnTo', z.string().max(LONGEST_RETURN_TO).nullish()],
    joinToken: ['joinOrgToken', joinToken.nullish()],
  }),
  answer: { kind: 'json', status: 202, schema: resource({ minutes: ['minutes', z.int()] }) },
  limit: 'signIn',
});

export const openSignInLink = operation({
  id: 'openSignInLink',
  method: 'POST',
  effect: 'change',
  path: '/sign-in/link/open',
  summary:
    'Signs in with a link, in the browser that asked for it, and sets the session cookie. A link works once, for ten minutes. A refusal that names `joinOrgToken` is about the invitation that the link was asked for with; the link still works',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: requestBody({
    token: ['token', z.string().min(1).max(200)],
    /** Signs in, and leaves the invitation alone. */
    withoutInvitation: ['withoutInvitation', z.boolean().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: resource({ returnTo: ['return_to', z.string().nullable()] }) },
  limit: 'signIn',
});

export const setUpMe = operation({
  id: 'setUpMe',
  method: 'POST',
  effect: 'change',
  path: '/users/me',
  summary:
    'Finishes the setup of the person who has signed in: accepts an invitation, if one is given, and creates a first organization for a person without one. Changes nothing when called again',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: requestBody({
    /** Accepted because the documents name it, and ignored, which `message` says. */
    user: ['user', opaque.nullish()],
    joinToken: ['joinOrgToken', joinToken.nullish()],
  }),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      success: ['success', z.literal(true)],
      message: ['message', z.string()],
      user: ['user', person],
    }),
  },
});

/** A way in which a person signs in. */
export const signInMethod = resource({
  /** The address of the provider; `email` for emailed links. */
  issuer: ['issuer', z.string()],
  label: ['label', z.string()],
  since: ['since', time],
});

export const listSignInMethods = operation({
  id: 'listSignInMethods',
  method: 'GET',
  effect: 'read',
  path: '/users/me/sign-in-methods',
  summary: 'The ways in which the person who is calling signs in',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(signInMethod) },
});

export const removeSignInMethod = operation({
  id: 'removeSignInMethod',
  method: 'DELETE',
  effect: 'change',
  path: '/users/me/sign-in-methods',
  summary: 'Removes a way to sign in from the caller, but never the last one. Not for tokens',
  permission: { needs: 'signedIn', inPerson: true },
  params: none,
  query: z.strictObject({ issuer: z.string().min(1).max(2000) }),
  body: null,
  answer: { kind: 'nothing' },
});
