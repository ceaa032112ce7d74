/** Rules that build documents, for the benchmark of growth. */
export { fileAppeal } from './appeal';
export { approvePlace, rejectPlace, takePlace } from './places';
export { type PlacesDocument, taskPlaces } from './places.store';
export { submit } from './submission';
export { factsOf } from './submission.decisions';
export { submissions, toDocument } from './submission.store';
