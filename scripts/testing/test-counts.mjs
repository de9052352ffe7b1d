import { existsSync, readFileSync } from 'node:fs';

/** Returns how many tests passed and failed, from the JSON report of vitest or Playwright; nothing without a report. */
export function countTests(reportFile) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 0 };
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  if (report.stats)
    return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  // A file that could not be loaded has no failed tests, but counts as a failure.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
}
