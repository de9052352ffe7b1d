/**
 * Modules that imports never mean a file of the repository by, even if a folder has their name: Python's own library, and
 * the libraries that are understood without their code.
 *
 * @see https://docs.python.org/3/library/sys.html#sys.stdlib_module_names
 */
export const knownLibraries: ReadonlySet<string> = new Set(
  [
    'argparse configargparse click rich_click asyncclick typer typing_extensions fire docopt decouple environs environ',
    'pydantic pydantic_settings starlette dotenv numpy pandas torch requests boto3 yaml',
    'abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2',
    'cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent',
    'configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal',
    'difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput',
    'fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq',
    'hmac html http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword linecache locale',
    'logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis',
    'nntplib nt ntpath numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil',
    'platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pyexpat queue',
    'quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex',
    'shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 ssl stat statistics string stringprep',
    'struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap',
    'threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing',
    'unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml',
    'xmlrpc zipapp zipfile zipimport zlib zoneinfo',
  ]
    .join(' ')
    .split(' '),
);
