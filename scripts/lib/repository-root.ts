import { resolve } from 'node:path'

/** Folder of this repository. */
export const repositoryRoot = resolve(import.meta.dirname, '../..')
