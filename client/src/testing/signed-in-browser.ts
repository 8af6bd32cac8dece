import type { QueueCounts } from '../lib/queue-counts.ts';
import { session } from '../lib/session.ts';
import { type Outputs, queryClient } from '../lib/trpc.ts';
import { stubBrowser } from './browser-stubs.ts';
import { type Answer, stubServer } from './fake-server.ts';
import { aUser } from './users.ts';

interface SignedIn {
  role?: 'user' | 'admin';
  /** Whether the screen matches a media query, called each time. */
  matches?: (query: string) => boolean;
  /** The data of an admin's menus and review queues; nothing waits by default. */
  desk?: {
    counts?: QueueCounts;
    choices?: Outputs['admin']['desk']['choices'];
    jobs?: Outputs['admin']['jobs']['list']['items'];
    replies?: Outputs['admin']['savedReplies']['list'];
  };
}

const nothingWaits: QueueCounts = {
  orders: { open: 0, pending: 0, processing: 0, completed: 0, partial: 0, rejected: 0, all: 0 },
  recharges: { pending: 0, withMessage: 0, matching: 0, approved: 0, rejected: 0, all: 0 },
  requests: { open: 0, pending: 0, accepted: 0, rejected: 0, done: 0, all: 0 },
  tickets: { open: 0 },
};

/**
 * A browser after a login, by default of a customer: nothing is stored or cached yet, and `answer` replaces the server. The stubs go
 * after the test.
 */
export function startSignedIn(answer: Answer, { role = 'user', matches, desk = {} }: SignedIn = {}): void {
  sessionStorage.clear();
  queryClient.clear();
  session.start({ user: aUser({ role }), tokens: { accessToken: 'token' } });
  stubServer((name, input) => {
    if (name === 'admin.desk.counts') return desk.counts ?? nothingWaits;
    if (name === 'admin.jobs.list') return { items: desk.jobs ?? [], nextCursor: null };
    if (name === 'admin.savedReplies.list') return desk.replies ?? [];
    if (name === 'admin.desk.choices') return desk.choices ?? { admins: [], methods: [] };
    return answer(name, input);
  });
  stubBrowser(matches);
}
