export { failRedacted } from './fail-redacted.ts'
export { refusesMarkers } from './refuses-markers.ts'
export { restoreChange } from './restore-change.ts'
export { hidesSecrets, type ShownSource, showSource } from './shown-source.ts'
