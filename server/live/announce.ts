import type { ChangeKind } from '../../shared/live.ts';
import type { EventBus } from '../events/event-bus.ts';

/** Whose it is, and which; nobody's where it concerns everybody. */
export interface Subject {
  userId?: number;
  id?: number;
}

/**
 * Tells all screens that show it, in every process, that something has changed. Call it after the commit, as everything that
 * is published.
 */
export function announce(events: Pick<EventBus, 'publish'>, kind: ChangeKind, { userId, id }: Subject = {}): void {
  if (userId === undefined) return events.publish(topicOf(kind));
  events.publish(topicOf(kind), id === undefined ? String(userId) : `${userId}:${id}`);
}

/** Under which topic changes of a kind are published. */
export function topicOf<Kind extends ChangeKind>(kind: Kind): `${Kind}s` {
  return `${kind}s`;
}

/** Takes apart what {@link announce} published. */
export function readSubject(text: string): Required<Pick<Subject, 'userId'>> & Subject {
  const [userId, id] = text.split(':');
  return { userId: Number(userId), ...(id !== undefined && { id: Number(id) }) };
}
