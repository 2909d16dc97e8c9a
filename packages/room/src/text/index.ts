export { createStyle, type Style } from './create-style.ts'
export { characterWidth, displayWidth } from './display-width.ts'
export { cutCells, wrapText } from './wrap-text.ts'
