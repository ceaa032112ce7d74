import { skeletonOf } from '@piecework/domain';
import { isReservedName } from './reserved-names';

test.each([
  'Piecework Support',
  'piece work',
  'P1ecew0rk',
  'The Piecework Team',
  'Аdmin',
  'АDМІN',
  'Ad\u034fmin',
  'Ádmìn',
  'ＡＤＭＩＮ',
  '𝐀𝐝𝐦𝐢𝐧',
  'Adrnin',
  'ADMlN',
  '@dm1n',
  'A.d.m.i.n',
  'A d m i n',
  'Site Administrator',
  'Suppоrt',
  'ѕuррогt теам',
  'ɑԁｍıո',
  'Piecevvork',
  'Support Team',
  'Admin1',
  'Support 24/7',
  'Customer Care',
  'Official Payments',
  'অ্যাডমিন',
  'সাপোর্ট টিম',
  'Piecework সাপোর্ট',
])('%s looks like the team', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  'Nora Halvorsen',
  'Md. Abdur Rahim',
  'Adminah Osei',
  'Rahim Tech Support Ltd',
  'Support Nkosi',
  'Security Mbeki',
  'Will Service',
  'Ali Bin Said',
  'Дмитрий Смирнов',
  'Νίκος Παππάς',
  'সহায়তা রানী দাস',
  'কৃষ্ণা',
  'محمد علي',
  'Nguyễn Thị Ngọc',
  'Li',
  '张伟',
  '😀',
  '!!!',
])('%s does not', (name) => {
  expect(isReservedName(name)).toBe(false);
});

test('different names have different skeletons', () => {
  expect(skeletonOf('Rahima')).not.toBe(skeletonOf('Karima'));
  expect(skeletonOf('Дима')).not.toBe(skeletonOf('Рима'));
});
