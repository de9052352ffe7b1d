/** The packages that a script asks for, as files of its repository say. */
export interface WantedPackages {
  /** The file that names them, for people. */
  from: string;
  /** Each as the language's installer reads it: `requests>=2,<3`. */
  packages: string[];
  /** Limits on versions of these and of what they need, in the same form. */
  constraints: string[];
  /** What the file asks for and isn't installed, each with the reason. */
  leftOut: string[];
}

/** More than this isn't written by hand, and no lock file of a script has it. */
export const mostPackages = 1000;
