import type { ServiceSort } from '#shared/services.ts';
import { texts } from '../texts.ts';

export const catalogueTexts = texts('catalogue', {
  all: 'All',
  avgTime: 'Avg. Time',
  category: 'Category',
  cards: 'Cards',
  createOrder: 'Create Order',
  description: 'Description',
  favourite: 'Favourite',
  favouriteFailed: 'The favourite was not saved',
  favourites: 'Favourites',
  heading: 'Services',
  list: 'Services',
  loading: 'Loading…',
  loadingMore: 'Loading more services',
  max: 'Max',
  measured: 'Measured',
  measuredText: 'How long recent orders took: half of them were faster',
  min: 'Min',
  moreFailed: 'More services could not be loaded. Try again',
  noFavourites: 'Press the heart on a service, and you find it here.',
  noneFound: 'No Services Found',
  noExactMatch: 'No exact match for “{search}”; these are similar.',
  noneFoundText: 'Try another word, or look through all of them.',
  pricePer1000: 'Price per 1000',
  search: 'Search services',
  searchHint: 'Search…',
  services: { one: '{count} service', other: '{count} services' },
  similarServices: { one: '{count} similar service', other: '{count} similar services' },
  servicesFor: { one: '{count} service for “{search}”', other: '{count} services for “{search}”' },
  rows: 'List',
  service: 'Service',
  sort: 'Sort services',
  view: 'View',
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
