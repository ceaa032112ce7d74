import { loneServerOf } from './single-server-uri';

test('a single server is reached directly, as whoever the connection string says', () => {
  expect(loneServerOf('mongodb://mongodb:27017/?replicaSet=rs0')).toEqual({
    host: 'mongodb:27017',
    replicaSet: 'rs0',
    directUri: 'mongodb://mongodb:27017/?directConnection=true',
  });
  expect(loneServerOf('mongodb://ann:p%40ss@db/?authSource=admin&replicaSet=rs1')).toEqual({
    host: 'db:27017',
    replicaSet: 'rs1',
    directUri: 'mongodb://ann:p%40ss@db/?authSource=admin&directConnection=true',
  });
});

test.each([
  'mongodb://one:27017,two:27017/?replicaSet=rs0',
  'mongodb+srv://cluster.example/?replicaSet=rs0',
  'mongodb://mongodb:27017/',
  '',
])('somebody else has made, or is to make, the set of %s', (uri) => {
  expect(loneServerOf(uri)).toBeNull();
});
