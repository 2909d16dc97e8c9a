import type { Mode } from '@drawbridge/core'
import type { PermissionRule } from '@drawbridge/core/policy'
import fc from 'fast-check'

const modes = ['default', 'plan', 'accept-edits', 'non-interactive', 'bypass'] as const satisfies readonly Mode[]

/** The order in which verdicts allow less. */
export const strictness = { allow: 0, ask: 1, deny: 2 }

/** Random rules on some tools, some of them for a private folder alone. */
export function randomRules(tools: readonly string[], maxLength: number): fc.Arbitrary<readonly PermissionRule[]> {
  const rule = fc.record({
    tools: fc.constantFrom(...tools),
    then: fc.constantFrom('allow', 'ask', 'deny'),
    when: fc.constantFrom(undefined, { path: 'private/**' }),
  })
  return fc
    .array(rule, { maxLength })
    .map((rules) =>
      rules.map(({ when, ...rest }, index) => ({
        id: `rule-${index}`,
        ...rest,
        ...(when === undefined ? {} : { when }),
      })),
    )
}

/** The random ceilings of one session among parents and children. */
export function randomCeilings(tools: readonly string[]) {
  return {
    mode: fc.option(fc.constantFrom(...modes), { nil: undefined }),
    denied: fc.constantFrom([], ['private'], ['*.txt']),
    set: fc.subarray([...tools]),
  }
}
