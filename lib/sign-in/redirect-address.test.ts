import { describe, expect, it } from 'vitest';
import { isRedirectAddress, isRegistered } from './redirect-address';

describe('S27 S88 a redirect address', () => {
  it.each([
    'https://app.example/callback?x=1',
    'http://localhost:33418/',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app://callback',
  ])('may be %s', (address) => expect(isRedirectAddress(address)).toBe(true));

  it.each([
    'http://app.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1@evil.example/',
    'https://user:secret@app.example/',
    'https://app.example/callback#x',
    'javascript:alert(1)',
    'javascript://app.example/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'ms-msdt://id/PCWDiagnostic',
    'search-ms://query=x',
    'chrome://settings',
    'intent://x#Intent;end',
    'ssh://host/x',
    'mailto:a@example.com',
    '/callback',
    '',
    `https://app.example/${'x'.repeat(2000)}`,
  ])('is never %s', (address) => expect(isRedirectAddress(address)).toBe(false));

  it('must be exactly one that was registered, but for the port on the person’s own machine', () => {
    const registered = ['https://app.example/callback', 'http://127.0.0.1/callback'];
    expect(isRegistered('https://app.example/callback', registered)).toBe(true);
    expect(isRegistered('http://127.0.0.1:4711/callback', registered)).toBe(true);
    for (const other of [
      'https://app.example/callback/',
      'https://app.example/callback?x=1',
      'https://app.example:444/callback',
      'https://app.example.evil.example/callback',
      'http://127.0.0.1:4711/other',
      'http://localhost:4711/callback',
      'https://127.0.0.1:4711/callback',
    ]) {
      expect(isRegistered(other, registered), other).toBe(false);
    }
  });
});
