import { fileURLToPath } from 'node:url'

/** The folder of the skills that come with Drawbridge. */
export const bundledFolder: string = fileURLToPath(new URL('../../bundled', import.meta.url))
