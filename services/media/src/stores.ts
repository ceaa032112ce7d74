/** For back-ups. */
export { images } from './image.store';
export { openImageStore } from './open-image-store';
