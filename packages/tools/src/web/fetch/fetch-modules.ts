/** The modules of a fetch beyond its description, loaded at the first one. */
export { failWithNetError } from '../explain-net-error.ts'
export { fetchPage } from './fetch-page.ts'
export { pageResult } from './page-result.ts'
