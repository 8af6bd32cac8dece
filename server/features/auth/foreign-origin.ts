import type { Config } from '../../base/env.ts';
import { DomainError } from '../../base/errors.ts';

/**
 * The error for calls that only the panel's own pages may make. It names the panel's address, or the header that an API client needs.
 */
export function foreignOrigin(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { hasNoOrigin = false }: { hasNoOrigin?: boolean | undefined } = {},
): DomainError {
  const message = hasNoOrigin
    ? `This request did not come from the panel: it has no Origin. A program sends the header Origin: ${publicUrl}`
    : `This request did not come from the panel. The panel is at ${publicUrl}: open it there and try again.`;
  return new DomainError('foreign_origin', { message });
}
