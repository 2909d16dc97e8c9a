export { skippedBelow, skippedFolders } from './glob/skipped-folders.ts'
export { rulesFor } from './ignore-rules.ts'
export { note, pathBelow, shownPath } from './result-text.ts'
