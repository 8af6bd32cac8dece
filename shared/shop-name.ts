/** The face of a new shop, apart from its texts: every page needs these two. */
export const initialShopName = 'Reseller Panel';
export const initialBrandColor = '#f7c800';
