export { artifactRead } from './read.ts'
