import type { Settings } from '../../../../../shared/settings.ts';
import { trpc } from '../../../lib/trpc.ts';

/**
 * Saves some of the shop's settings. The procedure takes all of them, so the others are read just before: what another
 * admin saved in the meantime stays.
 * @param expected what was seen of what is changed; where that is something else by now, it is refused with `settings_changed`
 * @returns all settings as they are now
 */
export function useSaveSettings(): (changes: Partial<Settings>, expected: Partial<Settings>) => Promise<Settings> {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.settings.update.useMutation();
  return async (changes, expected) => {
    const latest = await utils.admin.settings.get.fetch(undefined, { staleTime: 0 });
    const saved = await mutateAsync({ ...latest, ...changes, expectedSettings: expected });
    utils.admin.settings.get.setData(undefined, saved);
    void utils.settings.public.invalidate();
    void utils.balance.methods.invalidate();
    void utils.admin.stats.invalidate();
    return saved;
  };
}
