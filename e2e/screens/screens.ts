import { adminScreens } from './admins.ts';
import { customerScreens } from './customers.ts';
import type { Screen } from './screen.ts';

/** Every page of the panel, and every dialog on it. */
export const screens: Record<string, Screen> = { ...customerScreens, ...adminScreens };
