import { checks } from './checks/index.ts'
import { repositoryRoot } from './lib/repository-root.ts'
import { runChecks } from './lib/run-checks.ts'

process.exitCode = await runChecks(checks, repositoryRoot)
