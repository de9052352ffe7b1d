import { type Partition, partitionOf, type Region } from './regions';

const consoles: Readonly<Record<Partition, string>> = {
  aws: 'console.aws.amazon.com',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
  'aws-cn': 'console.amazonaws.cn',
};

/** Pages of the AWS console. They show what the person who opens them may see there. */
const consoleOf = (region: Region, service: string): string =>
  `https://${region}.${consoles[partitionOf(region)]}/${service}/home?region=${region}`;

/** The console encodes twice, and with `$` in place of `%`. */
const inFragment = (text: string): string =>
  encodeURIComponent(encodeURIComponent(text)).replaceAll('%', '$');

const logGroupPage = (region: Region, logGroup: string): string =>
  `${consoleOf(region, 'cloudwatch')}#logsV2:log-groups/log-group/${inFragment(logGroup)}`;

/** The log lines of a function since a moment in CloudWatch: the id of a request is known when it has ended. */
export const logSinceUrl = (region: Region, logGroup: string, since: Date): string =>
  `${logGroupPage(region, logGroup)}/log-events$3Fstart$3D${since.getTime()}`;

/** The log lines of one request in CloudWatch. */
export function logUrl(region: Region, logGroup: string, requestId: string): string {
  const filter = inFragment(`"${requestId}"`);
  return `${logGroupPage(region, logGroup)}/log-events$3FfilterPattern$3D${filter}`;
}

/** One execution of a state machine, with its graph and events. */
export const executionUrl = (region: Region, executionArn: string): string =>
  `${consoleOf(region, 'states')}#/v2/executions/details/${executionArn}`;

/** One execution of an express workflow, whose page needs to know when it began. */
export const expressExecutionUrl = (region: Region, executionArn: string, startedAt: Date): string =>
  `${consoleOf(region, 'states')}#/express-executions/details/${executionArn}?startDate=${startedAt.getTime()}`;
