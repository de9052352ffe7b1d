import { checkCalls } from '../builtins/checks';
import { controlCalls } from '../builtins/control';
import { conversionCalls } from '../builtins/conversions';
import { functionalCalls } from '../builtins/functional';
import { questionCalls } from '../builtins/questions';
import { textCalls } from '../builtins/text';
import { vectorCalls } from '../builtins/vectors';
import type { Native } from '../values/value';
import { answerCalls } from './answers';
import { argvCalls } from './argv/library';
import { environmentCalls } from './environment';
import { argparseCalls } from './parsers/argparse';
import { argparserCalls } from './parsers/argparser';
import { docoptCalls } from './parsers/docopt';
import { getoptCalls } from './parsers/getopt';
import { optparseCalls } from './parsers/optparse';

const base: ReadonlyMap<string, Native> = new Map([
  ...[...controlCalls, ...questionCalls, ...conversionCalls, ...textCalls],
  ...[...vectorCalls, ...functionalCalls, ...checkCalls],
]);

/** The functions of base R and of packages that tell something of a script's inputs, by their names. */
export const libraries: ReadonlyMap<string, Native> = new Map([
  ...base,
  ...answerCalls(base),
  ...[...argvCalls, ...environmentCalls],
  ...[...optparseCalls, ...argparseCalls, ...argparserCalls, ...getoptCalls, ...docoptCalls],
]);
