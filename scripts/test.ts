import { checks } from './checks/index.ts'
import { repositoryRoot } from './lib/repository-root.ts'
import { runChecks } from './lib/run-checks.ts'

// Two at once: many a check works on one processor, and the tests often wait.
process.exitCode = await runChecks(checks, repositoryRoot, { atOnce: 2 })
