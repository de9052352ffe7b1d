import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { workflowDocument, workflowFile } from '@/server/connectors/github/actions/workflow-file';
import { drawPlan, type House } from '../rooms/draw';
import { configurationPage } from './configuration-page';

const { houses }: { houses: House[] } = await import(resolve('.dependency-cruiser.mjs'));

/** A document that is made from the code, as it should be in the repository. */
export type WrittenDocument = { file: string; content: string };

/** The documents that `npm run docs` writes. */
export const writtenDocuments = (): WrittenDocument[] => [
  { file: 'docs/configuration.md', content: configurationPage() },
  { file: 'ARCHITECTURE.md', content: architecturePage() },
  ...['https://api.github.com', 'https://github.example.com/api/v3'].map((apiUrl) => ({
    file: workflowDocument({ apiUrl }),
    content: workflowFile({ apiUrl }),
  })),
];

/** The page with the picture of the floor plan as the rules have it now. */
function architecturePage(): string {
  const page = readFileSync('ARCHITECTURE.md', 'utf8');
  return page.replace(
    /<!-- plan -->[\s\S]*<!-- \/plan -->/,
    () => `<!-- plan -->\n\`\`\`mermaid\n${drawPlan(houses)}\n\`\`\`\n<!-- /plan -->`,
  );
}
