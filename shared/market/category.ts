import { proposeTarget } from '../paste/service-target.ts';

const kinds = ['followers', 'likes', 'views', 'comments', 'subscribers', 'members', 'plays', 'shares', 'saves'];
export function readCategory(name: string, theirCategory = ''): { top: string; kind: string | null } {
  const top = proposeTarget(name, '').platform ?? proposeTarget(theirCategory, '').platform ?? 'other';
  return { top, kind: kinds.find((kind) => `${name} ${theirCategory}`.toLowerCase().includes(kind)) ?? null };
}
export function slugOf(top: string, kind: string | null): string {
  return kind === null ? top : `${top}-${kind}`;
}
export function categoryNames(top: string, kind: string | null): { name: string; nameBn: string | null } {
  const word = kind ?? top;
  return { name: word.charAt(0).toUpperCase() + word.slice(1), nameBn: null };
}
export function splitSlug(slug: string): [top: string, kind: string | null] {
  const at = slug.lastIndexOf('-');
  return at < 0 ? [slug, null] : [slug.slice(0, at), slug.slice(at + 1)];
}
