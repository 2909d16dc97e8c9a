import type { CallFacts } from '../policy/authority.ts'
import type { Decision } from '../policy/decision.ts'
import { shellCommand, type Target } from '../target/target.ts'
import { isRiskier } from '../tool/permission.ts'
import type { ApprovalPreview, ApprovalRequest, EarlierAnswer, HookOpinion } from './approval-request.ts'
import type { Offers } from './offered-answers.ts'
import { partsOf } from './parts-of.ts'

export interface DescribedCall {
  readonly id: string
  readonly toolCallId: string
  readonly facts: CallFacts
  readonly input: unknown
  readonly decision: Decision
  readonly hooks: readonly HookOpinion[]
  readonly cwd: string
  readonly environment: readonly string[]
  readonly offers: Offers
  readonly preview: ApprovalPreview | undefined
  readonly earlier: readonly EarlierAnswer[]
  readonly askedAt: number
  readonly waitsUntil: number | undefined
  readonly answerableUntil: number
  readonly digest: string
}

/** Describes a call for approvers as plain JSON, without process-specific data of its targets. Pure. */
export function describeRequest({
  facts,
  decision,
  cwd,
  offers,
  preview,
  waitsUntil,
  ...described
}: DescribedCall): ApprovalRequest {
  const { tool, permission, risk, tags, principal } = facts
  const targets = facts.targets.map(plainTarget)
  const alarming = targets.some(isAlarming)
  return {
    ...described,
    ...offers,
    ...partsOf(facts.targets),
    ...(preview === undefined ? {} : { preview }),
    ...(waitsUntil === undefined ? {} : { waitsUntil }),
    expiresAt: described.answerableUntil,
    tool,
    permission,
    risk,
    tags: [...tags],
    targets,
    cwd: targets.find((target) => target.kind === 'command')?.cwd ?? cwd,
    hosts: targets.flatMap((target) =>
      target.kind === 'host' ? [`${target.scheme}://${target.host}:${target.port}`] : [],
    ),
    dangerous: alarming || isRiskier(risk, 'medium'),
    reason: decision.reason,
    rule: decision.rule,
    suggested: alarming ? 'deny' : 'allow_once',
    principal,
  }
}

/** The analysed command under its symbol is for this process alone. */
function plainTarget(target: Target): Target {
  if (target.kind !== 'command') return target
  const { [shellCommand]: _, ...plain } = target
  return plain
}

function isAlarming(target: Target): boolean {
  switch (target.kind) {
    case 'path':
      return target.sensitive || (target.protected === true && target.access !== 'read' && target.access !== 'list')
    case 'command':
      return target.dynamic || target.gadgets.length > 0 || target.denyGroups.length > 0
    case 'dynamic':
      return true
    case 'host':
    case 'session':
    case 'agent':
    case 'server':
      return false
  }
}
