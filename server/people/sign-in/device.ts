/** Browsers by the words in their user agent, most telling first: most of them also claim to be Chrome or Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Systems in the same way: Android also says Linux, and iPhones also say Mac OS X. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const LONGEST = 60;

const named = (known: typeof BROWSERS, userAgent: string): string | undefined =>
  known.find(([words]) => words.test(userAgent))?.[1];

/**
 * A `User-Agent` header in words that people know: "Chrome on Windows". The name of a program that isn't a browser is
 * kept: "curl". Null if the header says nothing.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = named(BROWSERS, userAgent);
  const system = named(SYSTEMS, userAgent);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  const program = browser ?? system ?? userAgent.trim().split(/[\s/]/, 1)[0] ?? '';
  return program === '' ? null : program.slice(0, LONGEST);
}
