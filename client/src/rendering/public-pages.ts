import { paths } from '../lib/paths.ts';

/** A public page, which the server sends rendered. */
export interface PublicPage {
  path: string;
  /** The modules of its first code, known to the build; the browser loads them parallel to the first script. */
  code: string[];
  /** Texts beside those of most screens, by their file in `i18n/bn/`; the browser loads them in the same way. */
  texts?: string[];
  /** The search parameters that affect its content: with one of them it is sent unrendered. */
  parameters: string[];
}

/** Needed by all pages except the home page before they render. */
export const LAZY_RECIPES = 'src/app/theme/lazy-recipes.ts';

export const publicPages: readonly PublicPage[] = [
  { path: paths.home, code: ['src/features/home/home-page.tsx'], parameters: ['order'] },
  {
    path: paths.services,
    code: ['src/features/catalogue/service-list-page.tsx', LAZY_RECIPES],
    texts: ['facts'],
    parameters: ['category', 'q', 'sort', 'favourites', 'view', 'order', 'refill', 'start', 'country'],
  },
  { path: paths.about, code: ['src/features/about/about-page.tsx', LAZY_RECIPES], parameters: [] },
  { path: paths.developers, code: ['src/features/developers/developers-page.tsx', LAZY_RECIPES], parameters: [] },
  { path: paths.register, code: ['src/features/auth/auth-page.tsx', LAZY_RECIPES], parameters: ['mode', 'next'] },
];
