import { defined } from '../../base/defined.ts'
import { failure } from '../../outcome/failure.ts'
import type { ListedTool, RegisteredTool } from '../../registry/registered-tool.ts'
import type { DeclaredTarget } from '../../target/declared-target.ts'
import type { Invocation } from '../../target/invocation.ts'
import type { Target } from '../../target/target.ts'
import type { TargetResolution } from '../../target/target-resolver.ts'
import { isRiskier } from '../../tool/permission.ts'
import type { ReroutedCall } from '../../tool/tool.ts'
import type { JudgedPart, TargetedCall, ValidatedCall } from '../call.ts'
import { earlyFacts } from '../call-facts.ts'
import type { RunContext } from '../run-context.ts'
import { isStop, type Stop, stop } from '../stage.ts'
import { validate } from './validate.ts'

/** Computes what the call will touch: real paths, programs, hosts. All later stages read these and nothing else. */
export function target(call: ValidatedCall, context: RunContext): TargetedCall | Stop | Promise<TargetedCall | Stop> {
  const declared = call.tool.definition.targets?.(call.input) ?? noTargets
  if (declared.length === 0) {
    if (call.tool.definition.reroute === undefined) return withTargets(call, { targets: noTargets })
    return conclude(call, { status: 'resolved', targets: noTargets }, context)
  }
  const { resolver, authority, principal } = context
  const resolution = resolver.resolve(declared, principal, authority.denials?.(earlyFacts(call, principal)))
  return resolution instanceof Promise
    ? resolution.then((resolved) => conclude(call, resolved, context))
    : conclude(call, resolution, context)
}

const noTargets: readonly (Target & DeclaredTarget)[] = []

function conclude(
  call: ValidatedCall,
  resolution: TargetResolution,
  context: RunContext,
): TargetedCall | Stop | Promise<TargetedCall | Stop> {
  if (resolution.status !== 'resolved') return stop(resolution.status, resolution.failure)
  const targeted = withTargets(call, resolution)
  const other = call.tool.origin === 'code' ? call.tool.definition.reroute?.(call.input, targeted.targets) : undefined
  return other === undefined ? withParts(targeted, context) : goOnAs(other, targeted, context)
}

/**
 * Adds the calls of other tools that the call amounts to. Each of those tools must be one of the run's, and the call is as risky as the
 * riskiest of them.
 */
function withParts(call: TargetedCall, { snapshot, authority }: RunContext): TargetedCall | Stop {
  const { definition, origin } = call.tool
  const parts = origin === 'code' ? definition.parts?.(call.input) : undefined
  if (parts === undefined) return call
  const judged: JudgedPart[] = []
  for (const { tool: name, input, targets } of parts) {
    const why = `"${call.exposedName}" would do what "${snapshot.names.exposedName(name) ?? name}" does`
    const tool = snapshot.find(name)
    if (tool === undefined) {
      const { reason, source } = snapshot.whyHidden(name)
      const message = `${why}, which is not available in this run: ${reason} (${source}). Leave that part out.`
      return stop('failed', failure('tool_not_available', message))
    }
    const removal = authority.removal?.(name)
    if (removal !== undefined) {
      const message = `${why}, which was removed while this run was open: ${removal.reason} (${removal.source}). Continue without it.`
      return stop('denied', failure('denied_by_policy', message))
    }
    judged.push({ tool, input, targets })
  }
  const riskiest = judged.reduce<ListedTool>(
    (most, { tool }) => (isRiskier(tool.risk, most.risk) ? tool : most),
    call.tool,
  )
  if (!isRiskier(riskiest.risk, call.risk)) return { ...call, parts: judged }
  return { ...call, parts: judged, risk: riskiest.risk, adjusted: `it does what "${riskiest.name}" does` }
}

/**
 * Continues a call as the tool that it really belongs to: through its schema, to its targets, with the first name kept.
 */
async function goOnAs(
  { tool: given, input: wanted }: ReroutedCall,
  { tool, input, permission, risk, adjusted, spoken, ...call }: TargetedCall,
  context: RunContext,
): Promise<TargetedCall | Stop> {
  const { snapshot, authority } = context
  const name = snapshot.names.canonicalName(given) ?? given
  const other = await snapshot.find(name)?.load()
  if (other === undefined) {
    const why = `"${tool.name}" delegates this to "${name}", which is not available in this run`
    return stop('failed', failure('tool_not_available', `${why}: ${snapshot.whyHidden(name).reason}.`))
  }
  const removal = authority.removal?.(name)
  if (removal !== undefined) {
    const message = `"${tool.name}" delegates this to "${name}", which was removed while this run was open: ${removal.reason} (${removal.source}). Continue without it.`
    return stop('denied', failure('denied_by_policy', message))
  }
  const validated = await validate({ ...call, name, tool: other, arguments: wanted }, context)
  if (isStop(validated)) return validated
  const targeted = await target({ ...validated, arguments: call.arguments, ...defined({ spoken }) }, context)
  const askedAs = { tool, input, permission, risk, ...(adjusted === undefined ? {} : { adjusted }) }
  return isStop(targeted) ? targeted : { ...targeted, askedAs }
}

function withTargets(
  call: ValidatedCall,
  { targets, invocations = noInvocations }: Pick<Resolved, 'targets' | 'invocations'>,
): TargetedCall {
  const { permission, risk, adjusted } = adjustAuthority(call.tool, call.input, targets)
  const targeted = { ...call, targets, invocations, permission, risk }
  return adjusted === undefined ? targeted : { ...targeted, adjusted }
}

type Resolved = Extract<TargetResolution, { status: 'resolved' }>

const noInvocations: readonly Invocation[] = []

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
