import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GithubConnection } from '../connection';

/** Where the workflow is in every repository. */
export const WORKFLOW = 'pushboard.yml';
export const WORKFLOW_PATH = `.github/workflows/${WORKFLOW}`;

export const ARTIFACT = 'pushboard';

const drivers = ['run_in_actions.py', 'run_script.py', 'run_script.R'];

/**
 * The workflow by the server that runs it: how it keeps files, since GitHub Enterprise Server doesn't know the newest way,
 * and where the documents have its text for people who commit it by hand (`npm run docs` writes it).
 */
const SERVERS = {
  public: { upload: 'actions/upload-artifact@v4', document: `docs/sources/${WORKFLOW}` },
  enterprise: { upload: 'actions/upload-artifact@v3', document: `docs/sources/enterprise/${WORKFLOW}` },
} as const;

type Server = keyof typeof SERVERS;

const serverOf = ({ apiUrl }: Pick<GithubConnection, 'apiUrl'>): Server =>
  new URL(apiUrl).hostname === 'api.github.com' ? 'public' : 'enterprise';

const made = new Map<Server, string>();

/**
 * The workflow that runs a script, with the programs that it needs. Values come to it by the file of its event, and never
 * stand in the text of a step.
 */
export function workflowFile(connection: Pick<GithubConnection, 'apiUrl'>): string {
  const server = serverOf(connection);
  const known = made.get(server) ?? make(SERVERS[server].upload);
  made.set(server, known);
  return known;
}

/** The document that has the text of the workflow for this connection. */
export const workflowDocument = (connection: Pick<GithubConnection, 'apiUrl'>): string =>
  SERVERS[serverOf(connection)].document;

function make(upload: string): string {
  const programs = drivers.map((name) =>
    heredoc(name, readFileSync(join(process.cwd(), 'server/connectors/github/drivers', name), 'utf8')),
  );
  const body = workflow(programs.join('\n'), upload);
  const version = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return `# Pushboard runs scripts of this repository with this workflow, and replaces it when it is changed.\n# Version ${version}\n${body}`;
}

/** A step's lines that write a file. The mark at its end stands in none of them. */
function heredoc(name: string, content: string): string {
  const lines = content.trimEnd().split('\n');
  return [`cat > "$PUSHBOARD_FOLDER/${name}" <<'END_OF_PUSHBOARD_FILE'`, ...lines, 'END_OF_PUSHBOARD_FILE']
    .map((line) => (line === '' ? '' : `          ${line}`))
    .join('\n');
}

const workflow = (programs: string, upload: string): string => `name: Pushboard
run-name: \${{ inputs.name }}
on:
  workflow_dispatch:
    inputs:
      name:
        description: The name of the run
        required: true
        type: string
      call:
        description: What to run, as JSON
        required: true
        type: string
permissions:
  contents: read
jobs:
  script:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false
          ref: \${{ fromJSON(inputs.call).ref }}
      - name: Python
        if: fromJSON(inputs.call).language == 'python'
        uses: actions/setup-python@v6
        with:
          python-version: '3.x'
      - name: R
        if: fromJSON(inputs.call).language == 'r'
        uses: r-lib/actions/setup-r@v2
      - name: Packages
        run: |
          told() { python3 -c 'import json, os, sys; print(json.loads(json.load(open(os.environ["GITHUB_EVENT_PATH"]))["inputs"]["call"])[sys.argv[1]])' "$1"; }
          language="$(told language)"
          folder="$(dirname "$(told path)")"
          [ "$folder" = . ] && folder=""
          while true; do
            if [ "$language" = python ] && [ -f "./$folder/requirements.txt" ]; then
              python3 -m pip install --quiet -r "./$folder/requirements.txt"
              break
            fi
            if [ "$language" = python ] && [ -f "./$folder/pyproject.toml" ]; then
              python3 -m pip install --quiet "./$folder"
              break
            fi
            if [ "$language" = r ] && [ -f "./$folder/renv.lock" ]; then
              (cd "./$folder" && Rscript -e 'install.packages("renv", repos = "https://cloud.r-project.org")' -e 'renv::restore(library = .libPaths()[1], prompt = FALSE)')
              break
            fi
            [ "$folder" = "" ] && break
            case "$folder" in */*) folder="\${folder%/*}" ;; *) folder="" ;; esac
          done
      - name: Script
        env:
          PUSHBOARD_SECRETS: \${{ secrets[fromJSON(inputs.call).secret] }}
          PUSHBOARD_VARIABLES: \${{ secrets[fromJSON(inputs.call).variables] }}
          PUSHBOARD_FOLDER: \${{ runner.temp }}/pushboard
        run: |
          mkdir -p "$PUSHBOARD_FOLDER"
${programs}
          python3 "$PUSHBOARD_FOLDER/run_in_actions.py"
      - if: always()
        uses: ${upload}
        with:
          name: ${ARTIFACT}
          path: \${{ runner.temp }}/pushboard/outcome
          if-no-files-found: ignore
          retention-days: 5
`;
