import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listImports } from '../lib/list-imports.ts'

/** The files that a file imports, and those import, in the same package: paths relative to the root. Files loaded later are left out. */
export function importClosure(root: string, start: string): readonly string[] {
  const found = new Set([start])
  for (const path of found) {
    for (const imported of listImports(path, readFileSync(join(root, path), 'utf8'))) found.add(imported)
  }
  return [...found].sort()
}
