export { listSettingsFolder, readSettingsFile, type SettingsFile } from './read-settings-file.ts'
export { type ReplaceOptions, removeSettingsFile, replaceSettingsFile } from './replace-settings-file.ts'
