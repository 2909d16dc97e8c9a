import { createRegistry, defineTool, type Registry } from '@drawbridge/core'
import { z } from 'zod'

const tags = ['filesystem', 'network', 'dangerous', 'internal', 'slow', 'costly', 'beta', 'audited', 'cached', 'local']

/** A registry of 1,000 tools in 50 groups, each with two of ten tags. */
export function createThousandTools(): Registry {
  const registry = createRegistry()
  for (let index = 0; index < 1_000; index += 1) {
    const group = `group${index % 50}`
    registry.register(
      defineTool({
        name: `${group}.tool_${index}`,
        description: 'One of many.',
        input: z.strictObject({}),
        permission: index % 3 === 0 ? 'write' : 'readonly',
        tags: [tags[index % 10] ?? '', tags[(index * 7 + 3) % 10] ?? ''],
        execute: () => '',
      }),
    )
  }
  return registry
}

/** 50 entries, as the goal counts them: 20 exact names, 10 groups, 10 tags, 10 patterns. */
export function fiftyEntries(): readonly string[] {
  const times = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index))
  return [
    ...times(20, (index) => `group${index * 2}.tool_${index * 2 + 50}`),
    ...times(10, (index) => `group:group${index * 3}`),
    ...times(10, (index) => `tag:${tags[index]}`),
    ...times(10, (index) => `group${index + 30}.*_${index + 30}*`),
  ]
}
