import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeComparison } from './busy/describe-comparison.ts'
import { readFailures } from './busy/read-failures.ts'
import { startBurners } from './busy/start-burners.ts'
import { repositoryRoot } from './lib/repository-root.ts'
import { runTool } from './lib/run.ts'

// Runs the tests once while other processes keep the processors busy, then the files with failures once more without them, and
// lists what failed only on the busy machine. `npm run busy -- PATH…` for a part of the tests.
const burners = 4
const folder = await mkdtemp(join(tmpdir(), 'drawbridge-busy-'))
try {
  const busy = await onBusyMachine(() => runTests(process.argv.slice(2)))
  const files = [...new Set(busy.map(({ file }) => file))]
  const quiet = files.length === 0 ? [] : await runTests(files)
  console.log(describeComparison(busy, quiet, burners))
  process.exitCode = busy.length === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function onBusyMachine<Value>(work: () => Promise<Value>): Promise<Value> {
  using _burners = startBurners(burners)
  return await work()
}

async function runTests(paths: readonly string[]) {
  const report = join(folder, 'report.json')
  await rm(report, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  await runTool(repositoryRoot, 'vitest', ['run', ...reporters, ...paths], { output: 'inherit' })
  return await readFailures(report, repositoryRoot)
}
