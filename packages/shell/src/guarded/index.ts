export { foldPath } from './fold-path.ts'
export { isProjectCode, projectCodeNames } from './project-code.ts'
export { isLoginFile, isProtectedFile, loginFileNames, protectedExamples } from './protected-files.ts'
export { isSensitiveFile, sensitiveExamples, sensitiveHomePlaces } from './sensitive-files.ts'
