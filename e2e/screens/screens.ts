import { adminScreens } from './admins.ts';
import { customerScreens } from './customers.ts';
import type { Screen } from './screen.ts';

/** Every address of the panel, and every dialog that is opened there. */
export const screens: Record<string, Screen> = { ...customerScreens, ...adminScreens };
