import { mailboxOf } from './grant';

test.each([
  ['ann.lee+1@gmail.com', 'annlee@gmail.com'],
  ['a.n.n.l.e.e@googlemail.com', 'annlee@gmail.com'],
  ['ann.lee+tasks+2@outlook.com', 'ann.lee@outlook.com'],
  ['ann+1@hotmail.com', 'ann@hotmail.com'],
  ['ann+1@me.com', 'ann@icloud.com'],
  ['ann_l.e-e@pm.me', 'annlee@proton.me'],
  ['ann.lee+1@yandex.ru', 'ann.lee@yandex.com'],
  ['ann-lee@ya.ru', 'ann.lee@yandex.com'],
  ['annlee@yandex.kz', 'annlee@yandex.com'],
  ['ann.lee+1@example.com', 'ann.lee+1@example.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
