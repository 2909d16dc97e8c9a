export { failMissing } from './fail-missing.ts'
export { foreignText } from './foreign-text.ts'
export { formatBytes } from './format-bytes.ts'
export { note } from './note.ts'
