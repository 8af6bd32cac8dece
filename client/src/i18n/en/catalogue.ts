import type { ServiceSort } from '#shared/services.ts';
import { texts } from '../texts.ts';

export const catalogueTexts = texts('catalogue', {
  all: 'All',
  avgTime: 'Avg. Time',
  category: 'Category',
  createOrder: 'Create Order',
  favourite: 'Favourite',
  favouriteFailed: 'The favourite was not saved',
  favourites: 'Favourites',
  heading: 'Services',
  headingText: 'Every service, with its price and limits',
  list: 'Services',
  loading: 'Loading…',
  loadingMore: 'Loading more services',
  max: 'Max',
  min: 'Min',
  moreFailed: 'More services could not be loaded. Try again',
  noFavourites: 'Press the heart on a service, and you find it here.',
  noneFound: 'No Services Found',
  noneFoundText: 'Try another word, or look through all of them.',
  pricePer1000: 'Price per 1000',
  search: 'Search services',
  searchHint: 'Search…',
  services: { one: '{count} service', other: '{count} services' },
  servicesFor: { one: '{count} service for “{search}”', other: '{count} services for “{search}”' },
  sort: 'Sort services',
  viewAll: 'View All Services',
});

/** The sort orders of the list. */
export const sortTexts = texts('sorts', {
  recommended: 'Recommended',
  popular: 'Most bought',
  newest: 'Newest first',
  name: 'Name A–Z',
  priceLow: 'Price: low to high',
  priceHigh: 'Price: high to low',
  fastest: 'Fastest first',
} satisfies Record<ServiceSort, string>);
