import { existsSync, readFileSync } from 'node:fs';

/** How many tests passed and failed, from the JSON report of vitest or Playwright; nothing where there is none. */
export function countTests(reportFile) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 0 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  if (report.stats)
    return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  // A file that could not be loaded has no failed tests, and is a failure all the same.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}
