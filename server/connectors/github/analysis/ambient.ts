import type { ScriptLanguage } from './script';

/** Variables that the system sets. */
const ofSystem = new Set(
  [
    'PATH HOME USER USERNAME LOGNAME SHELL PWD OLDPWD LANG LANGUAGE LC_ALL LC_CTYPE TERM COLORTERM NO_COLOR FORCE_COLOR',
    'COLUMNS LINES DISPLAY WAYLAND_DISPLAY TMPDIR TEMP TMP HOSTNAME EDITOR VISUAL PAGER MANPAGER XDG_CONFIG_HOME',
    'XDG_CACHE_HOME XDG_DATA_HOME XDG_RUNTIME_DIR APPDATA LOCALAPPDATA PROGRAMFILES USERPROFILE SYSTEMROOT WINDIR COMSPEC',
    'SSH_CONNECTION SSH_TTY',
  ]
    .join(' ')
    .split(' '),
);

/** Variables that the tools around a language set. */
const ofLanguage: Record<ScriptLanguage, RegExp> = {
  python: /^(__.*|VIRTUAL_ENV|CONDA_PREFIX|PYTHONPATH|PYTHONHOME|PYTHONUNBUFFERED|PYTEST_CURRENT_TEST)$/,
  r: /^(_?R_\w+|RSTUDIO\w*|TESTTHAT|NOT_CRAN|OMP_NUM_THREADS|MKL_NUM_THREADS|NCPUS|OS|COMPUTERNAME|TZ)$/,
};

/** Variables that GitHub Actions sets for its steps. */
const setByActions =
  /^(GITHUB_(OUTPUT|ENV|PATH|STEP_SUMMARY|STATE|WORKSPACE|EVENT_PATH|EVENT_NAME|REPOSITORY|REPOSITORY_OWNER|REF|REF_NAME|SHA|RUN_ID|RUN_NUMBER|ACTOR|ACTIONS|SERVER_URL|API_URL|HEAD_REF|BASE_REF|JOB|WORKFLOW)|RUNNER_\w+|CI)$/;
/** Variables that a launcher of distributed programs sets. */
const setByLauncher =
  /^(LOCAL_RANK|RANK|WORLD_SIZE|LOCAL_WORLD_SIZE|NODE_RANK|MASTER_ADDR|MASTER_PORT|SLURM_\w+)$/;

/** Whether a variable is there without anyone being asked for it. */
export const isAmbient = (name: string, language: ScriptLanguage): boolean =>
  ofSystem.has(name) || ofLanguage[language].test(name);

/** Whether GitHub Actions sets a variable for each step. */
export const isSetByActions = (name: string): boolean => setByActions.test(name);

/** Who else sets a variable, as a sentence; null if only people do. */
export function setBy(name: string): string | null {
  if (setByActions.test(name)) return 'GitHub Actions sets it.';
  return setByLauncher.test(name) ? 'A launcher of distributed programs sets it.' : null;
}
