import { authRoute } from '@/server/http/auth-route';

export { authRoute as GET, authRoute as POST };
