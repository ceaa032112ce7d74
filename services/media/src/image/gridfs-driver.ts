/** For the lazy import: a bundle (docker/bundle.mjs) has no named exports of a CommonJS package that is imported dynamically. */
export { GridFSBucket, MongoClient, ObjectId } from 'mongodb';
