import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/** Every file that importing `entry` loads, and the packages; types are not loaded. */
function loadedBy(entry: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry)) return seen
  seen.add(entry)
  if (!entry.endsWith('.ts')) return seen
  const source = readFileSync(entry, 'utf8')
  for (const [, name = ''] of source.matchAll(
    /^(?:import|export) (?!type )(?:[^'\n]|\n(?!import|export))*? from '([^']+)'/gm,
  ))
    loadedBy(name.startsWith('.') ? join(dirname(entry), name) : name, seen)
  return seen
}

it('loads neither the parser nor the profiles of programs, so that judging a grant costs no start-up', () => {
  const root = join(import.meta.dirname, '..')
  const files = [...loadedBy(join(import.meta.dirname, 'index.ts'))].map((file) => relative(root, file))
  expect(files).toContain(join('cover', 'covers.ts'))
  expect(
    files.filter((file) => /^(?:parse|walk|unwrap.unwrap|profile.(?!interpreter-names))|unbash/.test(file)),
  ).toEqual([])
})
