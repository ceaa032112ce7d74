export const FIREBASE_ENV = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'demo-piecework',
  FIREBASE_API_KEY: 'AIza-made_up',
  FIREBASE_AUTH_DOMAIN: 'demo-piecework.firebaseapp.com',
};

export const STRIPE_ENV = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_madeup',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_madeup',
  STRIPE_WEBHOOK_SECRET: 'whsec_madeup',
};

export const IMGBB_ENV = { IMAGES: 'imgbb', IMGBB_API_KEY: '0123456789abcdef' };
