import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { type HouseRow, house } from '../lib/house.ts'

const page = 'docs/architecture.md'

/**
 * The table of packages that docs/architecture.md shows is the one that dependency-direction enforces, and the README says what each
 * package is for.
 */
export async function checkHouseTable(root: string): Promise<CheckResult> {
  const path = join(root, page)
  const shown = existsSync(path) ? rowsIn(readFileSync(path, 'utf8')) : new Map<string, string>()
  const missing = Object.entries(house)
    .filter(([name, row]) => shown.get(name) !== describe(row))
    .map(([name, row]) => `${page} must say: | \`${name}\` | ${describe(row)} |`)
  const unknown = [...shown.keys()]
    .filter((name) => !Object.hasOwn(house, name))
    .map((name) => `${page} has a row for ${name}, which scripts/lib/house.ts does not have.`)
  return resultOf([...missing, ...unknown, ...unnamedIn(root)])
}

function unnamedIn(root: string): readonly string[] {
  const readme = join(root, 'README.md')
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
  return Object.keys(house)
    .filter((name) => !text.includes(`\n| \`@drawbridge/${name}\` `))
    .map((name) => `README.md must say in its table of packages what \`@drawbridge/${name}\` is for.`)
}

function describe({ may, types = [] }: HouseRow): string {
  const all = [...may, ...types.map((name) => `types of ${name}`)]
  return all.length === 0 ? 'no package of ours' : all.join(', ')
}

/** The second column by the first, of the table whose header says what a package may import. */
function rowsIn(text: string): Map<string, string> {
  const [, body = ''] = /^\| package +\| may import +\|\n\|[ |-]+\|\n((?:\|.*\|\n)*)/m.exec(text) ?? []
  return new Map(
    body
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
      .map(([, name = '', may = '']) => [name, may]),
  )
}
