import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Returns the paths that a word may be the beginning of, written as the word is; folders end with `/`. Never rejects. */
export async function completePath(word: string, folder: string): Promise<readonly string[]> {
  const mark = word.startsWith('@') ? '@' : ''
  const typed = word.slice(mark.length)
  const start = typed.endsWith('/') ? typed : typed.slice(0, typed.length - basename(typed).length)
  const beginning = typed.slice(start.length)
  const place = typed.startsWith('~/') ? join(homedir(), dirname(`${typed.slice(2)}x`)) : resolve(folder, start || '.')
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  return entries
    .filter(({ name }) => name.startsWith(beginning) && (beginning !== '' || !name.startsWith('.')))
    .map((entry) => `${mark}${start}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort()
}
