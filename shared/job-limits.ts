// Without the schemas of jobs, which the admin's review queues don't load.

/** The most rows of a job. */
export const MOST_JOB_ROWS = 10_000;
/** How long a job waits before its first row, so that it can be called back. */
export const JOB_WAIT_SECONDS = 8;
