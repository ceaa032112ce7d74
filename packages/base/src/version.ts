/** The version of the product: that of the root package.json, which images and bundles lack. */
export const VERSION = '1.0.0';
