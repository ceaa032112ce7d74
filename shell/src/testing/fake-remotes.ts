/** Stands in for remotes.ts, which brings the federation runtime. */
export const addresses = async () => ({
  gateway: 'http://gateway.test',
  remotes: {
    mf_public: 'http://public.test/mf-manifest.json',
    mf_worker: 'http://worker.test/mf-manifest.json',
    mf_buyer: 'http://buyer.test/mf-manifest.json',
    mf_admin: 'http://admin.test/mf-manifest.json',
  },
});
