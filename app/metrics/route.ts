import { answerMetrics } from '@/server/http/metrics/answer-metrics';

/** Serves metrics to monitoring systems that have the token. */
export async function GET(request: Request): Promise<Response> {
  return answerMetrics(request);
}
