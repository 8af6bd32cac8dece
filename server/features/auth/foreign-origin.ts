import type { Config } from '../../env.ts';
import { DomainError } from '../../errors.ts';

/** The refusal of what only the panel's own pages may do; whoever has opened the panel elsewhere is told where it is. */
export function foreignOrigin({ publicUrl }: Pick<Config, 'publicUrl'>): DomainError {
  const message = `This request did not come from the panel. The panel is at ${publicUrl}: open it there and try again.`;
  return new DomainError('foreign_origin', { message });
}
