import { paths } from '../lib/paths.ts';

/** What others read first, before they have an account: a page that comes rendered. */
export interface PublicPage {
  path: string;
  /** The modules that its own code begins with, by which the build knows them; the browser fetches them beside the first script. */
  code: string[];
  /** The search parameters that change what it shows: with one of them it comes as any other page. */
  parameters: string[];
}

/** What all but the home page need before they are shown. */
export const LAZY_RECIPES = 'src/app/theme/lazy-recipes.ts';

export const publicPages: readonly PublicPage[] = [
  { path: paths.home, code: ['src/features/home/home-page.tsx'], parameters: ['order'] },
  {
    path: paths.services,
    code: ['src/features/catalogue/service-list-page.tsx', LAZY_RECIPES],
    parameters: ['category', 'q', 'sort', 'favourites', 'order'],
  },
  { path: paths.about, code: ['src/features/about/about-page.tsx', LAZY_RECIPES], parameters: [] },
  { path: paths.register, code: ['src/features/auth/auth-page.tsx', LAZY_RECIPES], parameters: ['mode', 'next'] },
];
