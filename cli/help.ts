/** What the program can do. */
export const HELP = `Runs commands of a Pushboard from a terminal or a script.

Usage: pushboard ACTION [options]

  login [ADDRESS]         Sign in with a token, which is kept for your user on this machine
  logout [ADDRESS]        Forget that token
  whoami                  Show who the token acts as
  list [WORDS…]           List the commands that you can run
  describe COMMAND        Show a command's inputs
  run COMMAND [--INPUT VALUE…]
                          Run a command, and write its result to the standard output
  bulk COMMAND ROWS.csv   Run a command for each row of a file whose first line names inputs;
                          - reads the standard input
  import FILE…            Upload descriptions of APIs, whose commands can then be added; a zip
                          file holds one in several files, and an address is fetched by Pushboard
  check CONNECTION [FILE] Say what a sync would change, and what it would break: with the file as
                          its description, or with what its source has now; exits with 2 if
                          something would break
  schedules               List the scheduled jobs of the commands that you configure
  schedules pause|resume|skip JOB
                          Pause or resume a job, or skip its next time
  show RUN                Show a run by its number
  download RUN            Write the whole result of a run, or some rows and columns of it
  cancel RUN              Ask a run to stop

COMMAND is a name, a name after its folder ("Shipping/Track a parcel"), or an id. JOB is a name
or an id.

Options:
  --org NAME              Look only in this organization
  --json                  Write JSON: what a person would read, or the run with its result
  --url ADDRESS           The Pushboard to use, instead of the one this program came from
  -h, --help              Show this text
  --version               Show the version

Options of run, and of bulk as far as they apply to rows:
  --values JSON           The inputs as JSON; @FILE reads a file, - the standard input
  --set KEY=VALUE         One input, for a key that is also an option
  --format FORMAT         table, json, jsonl, csv, xlsx, or txt
  --output FILE           Write the whole result to a file
  --yes                   Run what may change data without being asked
  --detach                Don't wait; write the run's number
  --dry-run               Undo it at the end, and show what it would change
  --note TEXT             A note to the engineers, for a command that needs approval
  --confirm WORD          The word of a command that asks for one
  --quiet                 Don't show the log

Options of download, for a result with tables, as CSV or XLSX:
  --filter COLUMN=TEXT    Only rows with this text in the column, or compared with it:
                          'TOTAL=>1000', DAY=2026-06-01..2026-06-30; may be repeated
  --search TEXT           Only rows with this text in any column
  --sort COLUMN           Sort by this column; COLUMN- sorts downward
  --columns A,B           Only these columns, in this order
  --table NUMBER          Which table, of several

Options of import and check:
  --postman               The files are Postman collections, not OpenAPI descriptions (import)
  --replace NUMBER        Replace a description that has another title or server by now
  --against CONNECTION    Compare with what another connection has, such as staging (check)

Environment:
  PUSHBOARD_URL           The Pushboard to use
  PUSHBOARD_TOKEN         The token to send, instead of the one that was kept

Exit codes: 0 success, 1 the run failed, 2 wrong use, refused values, or a sync would break
something, 3 not signed in, not allowed, or not found, 4 canceled, 5 Pushboard cannot be reached.
`;
