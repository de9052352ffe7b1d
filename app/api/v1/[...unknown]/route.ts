import { unknownRoute } from '@/server/http/responses/unknown-route';

export const GET = unknownRoute;
export const POST = unknownRoute;
export const PATCH = unknownRoute;
export const PUT = unknownRoute;
export const DELETE = unknownRoute;
