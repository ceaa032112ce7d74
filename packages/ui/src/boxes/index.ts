// Boxes on pictures. Apart from the other parts, because few pages have some: pages load it when they do.

export { BoxEditor, type BoxEditorProps } from './BoxEditor';
export { BoxedPicture } from './BoxedPicture';
