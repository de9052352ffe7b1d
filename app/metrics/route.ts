import { answerMetrics } from '@/server/metrics/answer-metrics';

/** Answers what a monitoring system asks for, to callers who have its token. */
export async function GET(request: Request): Promise<Response> {
  return answerMetrics(request);
}
