// @ts-check
// Plain JavaScript: webpack.config.js imports it too. The build puts it into mf-manifest.json, where the shell's server reads it.

/** @satisfies {import('@piecework/web-kit').RemoteManifest} */
export const manifest = /** @type {const} */ ({
  role: 'buyer',
  title: 'Buyer pages',
  pages: [
    'buyerHome',
    'buyerAddTask',
    'buyerImport',
    'batches',
    'batches/:batchId',
    'buyerUpdateTask/:id',
    'buyerTask',
    'buyerTask/:id',
    'buyerReview',
    'buyerPurchaseCoin',
    'buyerPayment',
    'checkout/:id',
    'blockedWorkers',
  ],
  menu: [
    { label: 'Home', to: 'buyerHome', icon: 'home' },
    { label: 'Add new Tasks', to: 'buyerAddTask', icon: 'add', short: 'Add' },
    { label: "My Task's", to: 'buyerTask', icon: 'tasks', short: 'Tasks', also: ['buyerUpdateTask', 'blockedWorkers'] },
    { label: 'Purchase Coin', to: 'buyerPurchaseCoin', icon: 'purchase', short: 'Coins', also: ['checkout'] },
    { label: 'Batches', to: 'batches', icon: 'trail' },
    { label: 'Payment history', to: 'buyerPayment', icon: 'payments', short: 'Payments' },
  ],
  firstViews: ['buyerHome'],
  texts: { bn: { 'Buyer pages': 'কাজদাতার পাতা', Batches: 'ব্যাচ' } },
});
