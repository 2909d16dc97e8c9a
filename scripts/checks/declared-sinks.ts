import { builtInTools } from '../documents/tool-tables.ts'
import { type CheckResult, resultOf } from '../lib/check.ts'

interface ToolWithSinks {
  readonly name: string
  readonly permission: 'readonly' | 'write'
  readonly sinks: readonly unknown[] | undefined
}

/**
 * Each of our tools that has effects says which parts of its input decide whom or what they hit: information flow would otherwise guess. An empty
 * list says that its targets alone decide.
 */
export async function checkDeclaredSinks(
  _root: string,
  tools: () => Promise<readonly ToolWithSinks[]> = builtInTools,
): Promise<CheckResult> {
  return resultOf(
    (await tools())
      .filter(({ permission, sinks }) => permission === 'write' && sinks === undefined)
      .map(
        ({ name }) =>
          `${name} has effects and no \`sinks\`. Declare the decisive parts of its input; an empty list, with the reason in a comment, if its targets alone decide.`,
      ),
  )
}
