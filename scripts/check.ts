import { checks } from './checks/index.ts'
import { writePublicSurface } from './checks/public-surface.ts'
import { linkPackages } from './lib/link-packages.ts'
import { repositoryRoot } from './lib/repository-root.ts'
import { runChecks } from './lib/run-checks.ts'

linkPackages(repositoryRoot)
const given = process.argv.slice(2)
const writes = given.includes('--write')
const names = given.filter((name) => name !== '--write')
const unknown = names.filter((name) => !checks.has(name))
if (names.length === 0 || unknown.length > 0 || (writes && names.join() !== 'public-surface')) {
  const complaint = unknown.length > 0 ? `No check is called ${unknown.join(', ')}. ` : ''
  console.error(
    `${complaint}Usage: npm run check -- NAME…, of ${[...checks.keys()].join(', ')}. "public-surface --write" rewrites the lists of public names.`,
  )
  process.exitCode = 2
} else {
  if (writes) writePublicSurface(repositoryRoot)
  const chosen = [...checks].filter(([name]) => names.includes(name))
  process.exitCode = await runChecks(new Map(chosen), repositoryRoot)
}
