/** Rules that build documents, for the benchmark of growth. */
export { fileAppeal } from './appeal/appeal';
export { approvePlace, rejectPlace, takePlace } from './places/places';
export { type PlacesDocument, taskPlaces } from './places/places.store';
export { submit } from './submission/submission';
export { factsOf } from './submission/submission.decisions';
export { submissions, toDocument } from './submission/submission.store';
