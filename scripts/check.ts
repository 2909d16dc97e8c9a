import { checks } from './checks/index.ts'
import { linkPackages } from './lib/link-packages.ts'
import { repositoryRoot } from './lib/repository-root.ts'
import { runChecks } from './lib/run-checks.ts'

linkPackages(repositoryRoot)
const names = process.argv.slice(2)
const unknown = names.filter((name) => !checks.has(name))
if (names.length === 0 || unknown.length > 0) {
  const complaint = unknown.length > 0 ? `No check is called ${unknown.join(', ')}. ` : ''
  console.error(`${complaint}Usage: npm run check -- NAME…, of ${[...checks.keys()].join(', ')}.`)
  process.exitCode = 2
} else {
  const chosen = [...checks].filter(([name]) => names.includes(name))
  process.exitCode = await runChecks(new Map(chosen), repositoryRoot)
}
