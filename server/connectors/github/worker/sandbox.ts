import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Programs of the machine that a sandbox is made with. */
const BUBBLEWRAP = 'bwrap';
const PRLIMIT = 'prlimit';

/** Folders that every program needs, as they are on the machine. Everything else isn't there. */
const SYSTEM = ['/usr', '/lib', '/lib64', '/lib32', '/bin', '/sbin'];
const SETTINGS = [
  '/etc/alternatives',
  '/etc/ssl/certs',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/R',
  '/etc/fonts',
];
const NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'];

/**
 * What the kernel lets its own user change. Where Pushboard runs as root, a script is that user to the kernel, whatever it
 * is called in the sandbox.
 */
const KERNEL = ['sys', 'sysrq-trigger', 'mtrr', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'driver', 'tty'].map(
  (name) => `/proc/${name}`,
);

const mostOpenFiles = 256;

export interface SandboxSettings {
  interpreter: string;
  /** The folder of the repository, which the script sees as `REPOSITORY`. */
  checkout: string;
  /** Folders that the script may read, by where it sees them. */
  readable: Readonly<Record<string, string>>;
  /** Folders that it may write, by where it sees them. */
  writable: Readonly<Record<string, string>>;
  processes: number;
  diskBytes: number;
  network: boolean;
  environment: Readonly<Record<string, string>>;
  /** The numbers of the file descriptors to read files from, by where the script sees them. */
  files: Readonly<Record<string, number>>;
}

/** Where a script finds the repository, what it may write, and what it leaves as its result. */
export const REPOSITORY = '/repository';
export const TEMPORARY = '/tmp';
export const OUTPUT = '/tmp/output';

/**
 * The command that runs a program with nothing of this machine but its system folders, to be read: no network unless it is
 * allowed, its own processes, no rights, and limits on all that it may take.
 *
 * It must be the first of its process group, which a stop kills as a whole: `--die-with-parent` says nothing about the
 * milliseconds before it takes effect, and a sandbox with a session of its own would outlive a stop in that time. The group
 * must have no terminal, to which a script could type.
 */
export function sandboxed(settings: SandboxSettings, command: readonly string[]): string[] {
  const { checkout, readable, writable, processes, diskBytes, network, environment, files, interpreter } =
    settings;
  const shown = [...SYSTEM, ...SETTINGS, ...(network ? NETWORK : []), ...prefixOf(interpreter)];
  return [
    BUBBLEWRAP,
    '--unshare-all',
    ...(network ? ['--share-net'] : []),
    '--unshare-user',
    '--disable-userns',
    '--uid',
    '65534',
    '--gid',
    '65534',
    '--hostname',
    'sandbox',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--clearenv',
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...shown.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    ...Object.entries(readable).flatMap(([at, folder]) => ['--ro-bind', folder, at]),
    ...Object.entries(writable).flatMap(([at, folder]) => ['--bind', folder, at]),
    '--ro-bind',
    checkout,
    REPOSITORY,
    '--proc',
    '/proc',
    ...KERNEL.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    '--dev',
    '/dev',
    '--size',
    String(diskBytes),
    '--tmpfs',
    TEMPORARY,
    '--dir',
    OUTPUT,
    ...Object.entries(files).flatMap(([at, descriptor]) => ['--ro-bind-data', String(descriptor), at]),
    // Nothing can be written outside of the folder with a limit.
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    REPOSITORY,
    // The limits of a user count within the sandbox only.
    PRLIMIT,
    `--nproc=${processes}`,
    `--nofile=${mostOpenFiles}`,
    `--fsize=${diskBytes}`,
    '--core=0',
    '--',
    ...command,
  ];
}

/** The folder of an interpreter that isn't part of the system, with its library. */
function prefixOf(interpreter: string): string[] {
  const folders = [interpreter, realpathSync(interpreter)].map((path) => dirname(dirname(path)));
  const isSystem = (folder: string) =>
    folder === '/' || SYSTEM.some((each) => folder === each || folder.startsWith(`${each}/`));
  return [...new Set(folders)].filter((folder) => !isSystem(folder));
}
