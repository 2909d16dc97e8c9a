export { skippedBelow, skippedFolders } from './glob/skipped-folders.ts'
export { rulesFor } from './ignore-rules.ts'
export { note } from './note.ts'
export { pathBelow, shownPath } from './shown-path.ts'
