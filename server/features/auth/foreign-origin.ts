import type { Config } from '../../env.ts';
import { DomainError } from '../../errors.ts';

/** The refusal of calls that only the panel's own pages may make. It says where the panel is, or which header a program sends. */
export function foreignOrigin(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { namesNoOrigin = false }: { namesNoOrigin?: boolean | undefined } = {},
): DomainError {
  const message = namesNoOrigin
    ? `This request did not come from the panel: it has no Origin. A program sends the header Origin: ${publicUrl}`
    : `This request did not come from the panel. The panel is at ${publicUrl}: open it there and try again.`;
  return new DomainError('foreign_origin', { message });
}
