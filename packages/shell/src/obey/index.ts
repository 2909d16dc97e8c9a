export type { CodeFile, CodePart } from './code-file.ts'
export { obeyedFiles } from './obeyed-files.ts'
