import { openCommandSession } from '../session/open-command-session.ts'
import type { Check } from './check.ts'
import { withoutStore } from './look-at-store.ts'

/** Names the tools that a source offered in vain, and the sources that cannot list any. */
export const checkTools: Check = {
  name: 'tools',
  look: async (surroundings) => {
    const unseen = await withoutStore(surroundings)
    if (unseen !== undefined) return unseen
    await using opened = await openCommandSession({ flags: surroundings.flags, record: 'off' })
    const { registry } = opened.drawbridge
    const sources = registry.sources()
    const faults = sources.flatMap(({ source, quarantined, problem }) => [
      ...(problem === undefined ? [] : [`The source "${source}" could not list its tools: ${problem}`]),
      ...quarantined.map(({ name, reason }) => `The tool "${name}" of "${source}" was rejected: ${reason}`),
    ])
    if (faults.length === 0) return { status: 'ok', message: `There are ${registry.list().length} tools.` }
    return {
      status: 'warn',
      message: faults.join('\n'),
      advice: 'Everything else works without them. Correct the source, or remove it.',
    }
  },
}
