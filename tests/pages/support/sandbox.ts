import { afterEach, beforeAll, beforeEach, expect, inject, type MockInstance, vi } from 'vitest';
import { seedDemo } from '@/prisma/demo/seed-demo';
import { withApp } from '../../support/app/app';
import { closeBrowser, signIn } from './browser';
import { people, type Who } from './people';

/**
 * Gives a test file its own Pushboard in demo mode, with the sandbox, and a browser that complains of nothing. Each of
 * its tests starts signed in.
 */
export function withSandbox(variables: Record<string, string> = {}): void {
  let complaints: MockInstance<(...args: unknown[]) => void>;
  withApp({ SAMPLE_DATABASE_URL: inject('sampleDatabaseUrl'), ...variables });
  beforeAll(() => seedDemo({ sampleDatabaseUrl: inject('sampleDatabaseUrl') }));
  beforeEach(async () => {
    complaints = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    await signInAs('admin');
  });
  afterEach(async () => {
    await closeBrowser();
    const unexpected = complaints.mock.calls.filter((complaint) => !isExpected(complaint));
    complaints.mockRestore();
    expect(unexpected, 'what the browser complained of').toEqual([]);
  });
}

/** The window doesn't know the element `search`, which every browser does. */
const isExpected = ([text, subject]: unknown[]): boolean =>
  subject === 'search' && String(text).includes('is unrecognized in this browser');

/** Continues as another person of the sandbox. */
export const signInAs = (who: Who): Promise<void> => signIn(people[who]);
