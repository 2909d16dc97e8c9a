export { changeWindows } from './change-windows.ts'
export { concealLines } from './conceal-lines.ts'
export { type DisplayDiff, formatDiff } from './format-diff.ts'
