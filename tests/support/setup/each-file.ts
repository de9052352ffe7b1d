import { afterAll } from 'vitest';
import { forgetProcessWide } from '@/server/base/process-wide';
import { closeConnectors } from '@/server/connectors/registry';

// Test files share their worker's modules, because loading the server again for each would take longer than most tests.
// What a file leaves in the process ends with it.
const variables = { ...process.env };

afterAll(async () => {
  await closeConnectors();
  forgetProcessWide();
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
});
