import { createRegistry, defineTool, openRun, type Run } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import { defineDialect } from '@drawbridge/core/dialect'
import type { EventSink } from '@drawbridge/core/event'
import { createLimiter } from '@drawbridge/core/limits'
import type { Dialect } from '@drawbridge/core/registry'
import { createScrubber, createSecretRegistry } from '@drawbridge/core/scrub'
import { argumentsOf, execute, input } from './the-tool.ts'

/** The number of calls: enough for the limiter to work, and too few for it to refuse any. */
const ample = { burst: 1e9, perSecond: 1e9 }

/** A run with everything on: schema, limits, policy, loop guard, scrubbing with a registered secret, bounding, recorded events. */
export function openBenchRuns(
  count: number,
  { sinks = [], dialect }: { readonly sinks?: readonly EventSink[]; readonly dialect?: Dialect } = {},
): readonly Run[] {
  const registry = createRegistry()
  registry.register(
    defineTool({ name: 'bench.look', description: 'Looks at a line.', input, permission: 'readonly', execute }),
  )
  const dynamic = createSecretRegistry()
  dynamic.register(['made', 'up', 'value', 'of', 'the', 'bench'].join('-'), { scope: 'process' })
  const scrubber = createScrubber({ dynamic })
  const limiter = createLimiter({ clock: systemClock, settings: { calls: ample } })
  return Array.from({ length: count }, (_, index) => {
    const run = openRun({
      registry,
      limiter,
      scrubber,
      recorder: { append: () => undefined },
      ...(dialect === undefined ? {} : { dialect }),
      principal: { session: `session-${index}`, run: `run-${index}`, role: 'main', parents: [] },
    })
    for (const sink of sinks) run.events.subscribe(sink)
    return run
  })
}

let calls = 0

export async function callOnce(run: Run): Promise<void> {
  calls += 1
  const outcome = await run.call({ id: `call-${calls}`, name: 'bench__look', arguments: argumentsOf(calls) })
  if (outcome.status !== 'ok') throw new Error(outcome.message)
}

/** The tool as the dialect `claude` would have it: another name, and renamed fields. */
export const renamingDialect = defineDialect({
  name: 'bench',
  tools: [
    {
      canonical: 'bench.look',
      name: 'Look',
      parameters: { names: { path: 'file_path', line: 'offset', note: 'description' } },
    },
  ],
})

export async function callInDialect(run: Run): Promise<void> {
  calls += 1
  const { path, line, note } = argumentsOf(calls)
  const spoken = { file_path: path, offset: line, description: note }
  const outcome = await run.call({ id: `call-${calls}`, name: 'Look', arguments: spoken })
  if (outcome.status !== 'ok') throw new Error(outcome.message)
}
