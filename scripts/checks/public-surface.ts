import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { publicNames } from '../lib/public-names.ts'

const folder = 'scripts/checks/public-surface'
const wayOut = 'If that is meant: npm run check -- public-surface --write'

/**
 * The names behind every door, compared with the committed lists: one file per package, one line per name. A change of what
 * others may import is then seen in review.
 */
export async function checkPublicSurface(root: string): Promise<CheckResult> {
  const now = linesByFile(root)
  const committed = new Map(
    listsIn(root).map((file) => [
      file,
      readFileSync(join(root, folder, file), 'utf8')
        .split('\n')
        .filter(Boolean),
    ]),
  )
  const problems = [...new Set([...now.keys(), ...committed.keys()])].sort().flatMap((file) => {
    const [found, expected] = [now.get(file) ?? [], committed.get(file) ?? []]
    return [
      ...found
        .filter((line) => !expected.includes(line))
        .map((line) => `${line} is exported, but ${folder}/${file} does not list it.`),
      ...expected
        .filter((line) => !found.includes(line))
        .map((line) => `${line} is listed in ${folder}/${file}, but not exported.`),
    ]
  })
  return resultOf(problems.length === 0 ? [] : [...problems, wayOut])
}

/** Rewrites the committed lists. */
export function writePublicSurface(root: string): void {
  for (const file of listsIn(root)) rmSync(join(root, folder, file))
  mkdirSync(join(root, folder), { recursive: true })
  for (const [file, lines] of linesByFile(root)) writeFileSync(join(root, folder, file), `${lines.join('\n')}\n`)
}

function listsIn(root: string): string[] {
  const path = join(root, folder)
  return existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.txt')) : []
}

/** By file name, `core.txt` for `@drawbridge/core`: a sorted line per name, door first. */
function linesByFile(root: string): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const { door, name } of publicNames(root)) {
    const file = `${door.split('/')[1]}.txt`
    lines.set(file, [...(lines.get(file) ?? []), `${door} ${name}`])
  }
  for (const each of lines.values()) each.sort()
  return lines
}
