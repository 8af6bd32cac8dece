import { texts } from '../texts.ts';

/** The title of each page, and the description of public pages for search engines. */
export const pageTexts = texts('pages', {
  about: 'About Us',
  aboutAbout: 'What the panel is, how prices, delivery and support work, the terms of service and the refund policy.',
  confirmEmail: 'Confirm Email',
  developers: 'Developers',
  developersAbout: 'API v2, webhooks and a typed client for scripts.',
  home: 'The best SMM panel',
  homeAbout:
    'Likes, followers, views and comments for every platform, paid from one prepaid balance. Affordable prices, fast delivery, support by chat, email or ticket.',
  login: 'Login',
  notAllowed: 'Not allowed',
  notFound: 'Page not found',
  notMe: 'Was this login not yours?',
  notices: 'Notices',
  noticesAbout: 'What is new at the shop, and what to know before you order.',
  register: 'Register',
  registerAbout: 'Create an account or log in to order services from a prepaid balance.',
  resetPassword: 'Reset Password',
  services: 'Services',
  servicesAbout: 'Every service with its price per 1000, limits and average time, for nine platforms.',
});

/** The frame of every page. */
export const shellTexts = texts('shell', {
  about: 'About',
  accountMenu: 'Account menu',
  addBalance: 'Add balance',
  balance: 'Balance',
  brandHome: '{product}, home',
  closeMenu: 'Close menu',
  crashed: 'Something went wrong',
  crashedText: 'The page could not be shown. Loading it again usually helps; nothing you own is lost.',
  dashboard: 'Dashboard',
  home: 'Home',
  loadAgain: 'Load the page again',
  login: 'Login',
  loginFirstTitle: 'Oops...',
  main: 'Main',
  menu: 'Menu',
  offline: 'You are offline.',
  offlineMore: 'Pages go on by themselves once the connection is back; send again what could not be sent.',
  service: 'Service',
  skipToContent: 'Skip to content',
  useDarkTheme: 'Use the dark theme',
  useLightTheme: 'Use the light theme',
});
