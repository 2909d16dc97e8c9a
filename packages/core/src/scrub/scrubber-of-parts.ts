import { createScrubber, type Scrubber } from './create-scrubber.ts'
import { compileOperatorPatterns } from './operator-patterns.ts'
import type { ScrubberParts } from './scrubber-parts.ts'
import { createSecretRegistry } from './secret-registry.ts'

/** Creates the scrubber from which the parts were taken, for example in a worker thread. Throws if a pattern cannot be compiled here. */
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
