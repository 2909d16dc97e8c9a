import type { ListedTool } from '../../registry/registered-tool.ts'
import type { Mode } from '../section/permissions-section.ts'

/**
 * Why a mode leaves a tool out. In `plan` only what reads is there, with those tools of our own that read for some inputs: for
 * the others of their inputs the mode denies the call.
 */
export function modeObjection(tool: ListedTool, mode: Mode): string | undefined {
  if (mode !== 'plan' || tool.permission === 'readonly') return undefined
  const mayOnlyRead = tool.origin === 'code' && tool.mayOnlyRead
  return mayOnlyRead ? undefined : 'in the mode "plan" nothing is changed'
}
