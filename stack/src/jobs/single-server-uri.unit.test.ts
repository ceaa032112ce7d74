import { singleServerOf } from './single-server-uri';

test('a single server is reached directly with the user of the connection string', () => {
  expect(singleServerOf('mongodb://mongodb:27017/?replicaSet=rs0')).toEqual({
    host: 'mongodb:27017',
    replicaSet: 'rs0',
    directUri: 'mongodb://mongodb:27017/?directConnection=true',
  });
  expect(singleServerOf('mongodb://ann:p%40ss@db/?authSource=admin&replicaSet=rs1')).toEqual({
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
])('is null for several servers or another replica set: %s', (uri) => {
  expect(singleServerOf(uri)).toBeNull();
});
