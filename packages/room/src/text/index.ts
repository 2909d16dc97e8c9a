export { createStyle, type Style } from './create-style.ts'
export { characterWidth, displayWidth } from './display-width.ts'
export { cutText, wrapText } from './wrap-text.ts'
