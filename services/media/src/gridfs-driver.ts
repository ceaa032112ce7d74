/**
 * What the GridFS adapter takes of MongoDB's driver, for its lazy import: the driver is CommonJS, and of a CommonJS package that is loaded
 * lazily a bundle (docker/bundle.mjs) has no names.
 */
export { GridFSBucket, MongoClient, ObjectId } from 'mongodb';
