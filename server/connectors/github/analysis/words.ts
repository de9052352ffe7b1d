/** Names that say that a value is a secret. */
const SECRET =
  /(^|[_-])(pass(word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|client[_-]?secret|auth[_-]?token|bearer)([_-]|$)/i;
/** Of such names, those of something else: the path of a file with it, how long it is valid, how many there are. */
const ABOUT =
  /([_-](file|path|dir|id|name|url|uri|type|ttl|expiry|length|count|limit|field|column|header|env|var)s?$)|^(max|min|num|n|use|no|has|is)[_-]|tokenize|tokens$/i;
const MULTILINE = /private[_-]?key$|[_-]pem$|^pem[_-]|certificate$/i;

/** Of variables of the environment, every key but those of tables and caches. */
const VARIABLE_KEY = /^(?!.*(PRIMARY|FOREIGN|SORT|PARTITION|CACHE|PUBLIC)_KEY$)[A-Z][A-Z0-9_]*_KEY$/;

const inSnakeCase = (key: string): string => key.replace(/([a-z0-9])([A-Z])/g, '$1_$2');

/** Whether an input of this name holds a secret. */
export function isSecretName(key: string): boolean {
  const name = inSnakeCase(key);
  return VARIABLE_KEY.test(key) || (SECRET.test(name) && !ABOUT.test(name));
}

/** Whether a secret of this name has several lines. */
export const isMultilineName = (key: string): boolean => MULTILINE.test(inSnakeCase(key));

/** Variables that the system sets: nobody is asked for them. */
const OF_THE_SYSTEM =
  /^(PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|TERM|LANG|LC_\w+|TMPDIR|TEMP|TMP|PYTHON\w*|VIRTUAL_ENV|CONDA_\w+|DISPLAY|HOSTNAME|EDITOR|COLUMNS|NO_COLOR|XDG_\w+|APPDATA|LOCALAPPDATA|R_HOME|R_LIBS\w*|PUSHBOARD_\w+)$/;
/** Variables that GitHub Actions or a launcher sets, so that they may always be left out. */
const OF_A_LAUNCHER =
  /^(CI|GITHUB_(ACTIONS?|ENV|OUTPUT|PATH|STEP_SUMMARY|WORKSPACE|RUN_\w+|JOB|EVENT_PATH|WORKFLOW)|RUNNER_\w+|LOCAL_RANK|RANK|WORLD_SIZE|MASTER_(ADDR|PORT)|SLURM_\w+)$/;

export const isOfTheSystem = (name: string): boolean => OF_THE_SYSTEM.test(name);
export const isOfALauncher = (name: string): boolean => OF_A_LAUNCHER.test(name);
