// @ts-check
// Plain JavaScript: webpack.config.js imports it too. The build puts it into mf-manifest.json, where the shell's server reads it.

/** @satisfies {import('@piecework/web-kit').RemoteManifest} */
export const manifest = /** @type {const} */ ({
  role: 'worker',
  title: 'Worker pages',
  pages: [
    'workerHome',
    'workerFigures',
    'workerTaskList',
    'workerTaskList/:id',
    'workerTaskList/:id/work',
    'workerSubmission',
    'workerWithdrawal',
    'hiddenBuyers',
  ],
  menu: [
    { label: 'Home', to: 'workerHome', icon: 'home' },
    { label: 'TaskList', to: 'workerTaskList', icon: 'tasks', short: 'Tasks', also: ['hiddenBuyers'] },
    { label: 'My Submissions', to: 'workerSubmission', icon: 'submissions', short: 'My work' },
    { label: 'Withdrawals', to: 'workerWithdrawal', icon: 'withdraw', short: 'Withdraw' },
  ],
  firstViews: ['workerHome'],
  texts: {
    bn: {
      'Worker pages': 'কর্মীর পাতা',
      Home: 'হোম',
      TaskList: 'কাজের তালিকা',
      Tasks: 'কাজ',
      'My Submissions': 'আমার জমা দেওয়া কাজ',
      'My work': 'আমার কাজ',
      Withdrawals: 'উত্তোলন',
      Withdraw: 'টাকা তুলুন',
    },
  },
});
