import { writeGeneratedDocuments } from './checks/generated-documents.ts'
import { checks } from './checks/index.ts'
import { writePublicSurface } from './checks/public-surface.ts'
import { linkPackages } from './lib/link-packages.ts'
import { repositoryRoot } from './lib/repository-root.ts'
import { runChecks } from './lib/run-checks.ts'

linkPackages(repositoryRoot)

/** The checks that compare something with a committed file, and can write it. */
const writers: ReadonlyMap<string, (root: string) => void | Promise<void>> = new Map([
  ['public-surface', writePublicSurface],
  ['generated-documents', (root) => writeGeneratedDocuments(root)],
])

const given = process.argv.slice(2)
const writes = given.includes('--write')
const names = given.filter((name) => name !== '--write')
const unknown = names.filter((name) => !checks.has(name))
if (names.length === 0 || unknown.length > 0 || (writes && !names.every((name) => writers.has(name)))) {
  const complaint = unknown.length > 0 ? `No check is called ${unknown.join(', ')}. ` : ''
  console.error(
    `${complaint}Usage: npm run check -- NAME…, of ${[...checks.keys()].join(', ')}. With --write, ${[...writers.keys()].join(' and ')} rewrite what they compare.`,
  )
  process.exitCode = 2
} else {
  if (writes) for (const name of names) await writers.get(name)?.(repositoryRoot)
  const chosen = [...checks].filter(([name]) => names.includes(name))
  process.exitCode = await runChecks(new Map(chosen), repositoryRoot)
}
