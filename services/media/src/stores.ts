/** For back-ups. */
export { images } from './image/image.store';
export { openImageStore } from './image/open-image-store';
