export { openPage, type PageFile, type PageFiles } from './read-page.ts'
