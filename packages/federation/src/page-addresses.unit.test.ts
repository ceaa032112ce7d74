import { addressOf, pageKeyOf } from './page-addresses';

it.each([
  ['/', ''],
  ['/Login/', 'login'],
  ['/task/t1', 'task'],
  ['/dashboard', 'dashboard/'],
  ['/Dashboard/WorkerTaskList/t1', 'dashboard/workertasklist'],
])('the page of %s is known by %p', (pathname, key) => {
  expect(pageKeyOf(pathname)).toBe(key);
});

it.each([
  [null, '/', '/'],
  [null, 'task/:id', '/task/:id'],
  ['worker', 'workerHome', '/dashboard/workerHome'],
] as const)('the address of page %p %p is %s', (role, page, address) => {
  expect(addressOf(role, page)).toBe(address);
});
