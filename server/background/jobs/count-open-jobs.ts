import type { Db } from '#db/client.ts';

/** How many jobs have not ended: those whose first row is still to come, and those at work. */
export async function countOpenJobs(db: Db): Promise<{ waiting: number; running: number }> {
  const [open] = await db.$client<{ waiting: number; running: number }[]>`
    select count(*) filter (where starts_at > now())::int as waiting, count(*) filter (where starts_at <= now())::int as running
    from jobs where ended_at is null`;
  return open ?? { waiting: 0, running: 0 };
}
