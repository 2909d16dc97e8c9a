export { changeWindows } from './change-windows.ts'
export { type DisplayDiff, formatDiff } from './format-diff.ts'
