export * from './mixins';
export { color, font, media, motion, pageWidth, radius, shadow, space, type TextSize, text } from './tokens';
