import { createScrubber, type Scrubber } from './create-scrubber.ts'
import { compileOperatorPatterns } from './operator-patterns.ts'
import type { ScrubberParts } from './scrubber-parts.ts'
import { createSecretRegistry } from './secret-registry.ts'

/** Makes the scrubber that the parts were taken of, such as in a thread that works beside the event loop. */
export async function scrubberOfParts({ registered, patterns }: ScrubberParts): Promise<Scrubber> {
  const dynamic = createSecretRegistry()
  for (const { value, rule } of registered) dynamic.register(value, { scope: 'process', rule })
  if (patterns.length === 0) return createScrubber({ dynamic })
  const compiled = await compileOperatorPatterns(patterns)
  // They were compiled before; without them nothing may pass for clean.
  if (compiled.status === 'refused')
    throw new Error(`The pattern "${compiled.problems[0]?.id}" cannot be compiled again.`)
  return createScrubber({ dynamic, patterns: compiled.patterns })
}
