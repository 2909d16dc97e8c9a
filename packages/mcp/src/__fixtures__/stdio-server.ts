import { appendFileSync } from 'node:fs'
import { createRegistry, openRun } from '@drawbridge/core'
import { serveMcpOverStdio } from '../server/stdio/serve-mcp-over-stdio.ts'
import { demoTools, stubborn } from './demo-tools.ts'

/** A server over the demo tools; it records the types of its events, a line each, in the file named first. */
const [recordFile] = process.argv.slice(2)
const registry = createRegistry()
for (const tool of [...demoTools, stubborn]) registry.register(tool)

await serveMcpOverStdio({
  name: 'fixture',
  version: '1.0.0',
  openRun: () =>
    openRun({
      registry,
      settings: { abortGraceMs: 100 },
      principal: { session: 'fixture', run: 'fixture', role: 'main', parents: [] },
      recorder: { append: ({ type }) => recordFile === undefined ? undefined : appendFileSync(recordFile, `${type}\n`) },
    }),
  onError: (error) => process.stderr.write(`${error.message}\n`),
})
