import dayjs from 'dayjs';

/** The day that it is for the reader, as ISO 8601. */
export const today = (): string => dayjs().format('YYYY-MM-DD');
