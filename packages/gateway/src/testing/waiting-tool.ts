import { once } from 'node:events'
import { defineTool } from '@drawbridge/core'
import { z } from 'zod'

/** A tool `demo.wait` that waits until its call is stopped, and counts its calls. */
export function waitingTool() {
  let calls = 0
  const tool = defineTool({
    name: 'demo.wait',
    description: 'Waits until it is stopped.',
    input: z.strictObject({}),
    permission: 'readonly',
    execute: async (_, { signal }) => {
      calls += 1
      await once(signal, 'abort')
      return 'stopped'
    },
  })
  return { tool, calls: () => calls }
}
