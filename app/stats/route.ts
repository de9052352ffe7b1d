import { answerStats } from '@/server/http/metrics/answer-stats';

/** Serves the few figures that decide how many workers are needed to callers who have the token of the metrics. */
export async function GET(request: Request): Promise<Response> {
  return answerStats(request);
}
