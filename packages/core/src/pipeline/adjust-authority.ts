import type { RegisteredTool } from '../registry/registered-tool.ts'
import type { Target } from '../target/target.ts'
import { isRiskier } from '../tool/permission.ts'
import type { TargetedCall } from './call.ts'

/**
 * Returns permission and risk of one call. A tool's `effective` may raise them for any tool, and lower them only for
 * tools registered from code: no other source can make a write readonly.
 */
export function adjustAuthority(
  tool: RegisteredTool,
  input: unknown,
  targets: readonly Target[],
): Pick<TargetedCall, 'permission' | 'risk' | 'adjusted'> {
  const own = { permission: tool.permission, risk: tool.risk }
  const wished = tool.definition.effective?.(input, targets)
  if (wished === undefined) return own
  const permission = wished.permission ?? own.permission
  const risk = wished.risk ?? own.risk
  const lowersPermission = permission === 'readonly' && own.permission === 'write'
  const mayLower = tool.origin === 'code'
  return {
    permission: lowersPermission && !mayLower ? own.permission : permission,
    risk: isRiskier(own.risk, risk) && !mayLower ? own.risk : risk,
    adjusted: wished.why,
  }
}
