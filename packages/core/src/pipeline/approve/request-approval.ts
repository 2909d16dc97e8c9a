import type { ApprovalPreview, ApprovalRequest, EarlierAnswer, HookOpinion } from '../../approval/approval-request.ts'
import { askingRules } from '../../approval/asking-rules.ts'
import { callDigest, scriptsOf } from '../../approval/call-digest.ts'
import { type Offers, offeredAnswers, shownInPart } from '../../approval/offered-answers.ts'
import { partsOf } from '../../approval/parts-of.ts'
import type { CallFacts } from '../../policy/authority.ts'
import type { Decision } from '../../policy/decision.ts'
import type { Scrubber } from '../../scrub/index.ts'
import { scrubTargets } from '../../target/scrub-targets.ts'
import { type CommandTarget, shellCommand, type Target } from '../../target/target.ts'
import { isRiskier } from '../../tool/permission.ts'
import type { DecidedCall, TargetedCall } from '../call.ts'
import { callFacts } from '../call-facts.ts'
import type { RunContext } from '../run-context.ts'
import { earlierAnswers, grantProposal } from './act-on-decision.ts'

/** Makes the request that approvers are shown for this call. */
export async function requestApproval(call: DecidedCall, context: RunContext): Promise<ApprovalRequest> {
  const { principal, approval, clock, ids, machine, settings } = context
  const isDetached = approval.mode === 'detached'
  const askedAt = clock.now()
  const answerableUntil = askedAt + (isDetached ? settings.receiptTimeoutMs : settings.approvalTimeoutMs)
  const preview = await context.preview?.({ tool: call.tool.name, input: call.input, targets: call.targets, principal })
  const offers = offersFor(call, context)
  const isCut = preview?.kind === 'diff' && preview.cut
  const request = describeRequest({
    id: ids.next('approval'),
    toolCallId: call.toolCallId,
    facts: callFacts(call, principal),
    input: call.input,
    decision: call.decision,
    hooks: call.hookOpinions ?? [],
    cwd: machine.workspace,
    environment: environmentOf(call, machine),
    offers: isCut ? shownInPart(offers, 'the change is too long to be shown in full') : offers,
    preview,
    earlier: earlierAnswers(call, context),
    askedAt,
    waitsUntil: isDetached ? undefined : answerableUntil,
    answerableUntil,
    digest: await context.ports.digest(call, context),
  })
  return scrubbedRequest(request, call.targets, context.scrubber)
}

/** Everything in which the call may be quoted; what identifies the request stays. */
function scrubbedRequest(request: ApprovalRequest, analysed: readonly Target[], scrubber: Scrubber): ApprovalRequest {
  const { input, cwd, hosts, reason, asked, hooks, offers, withheld, preview, flow } = request
  const quoting = {
    ...{ input, cwd, hosts, reason, hooks, offers, withheld },
    ...(asked === undefined ? {} : { asked }),
    ...(preview === undefined ? {} : { preview }),
    ...(flow === undefined ? {} : { flow }),
  }
  const targets = scrubTargets(request.targets, scrubber)
  return {
    ...request,
    ...scrubber.scrubValue(quoting).value,
    // Made from the remaining targets: a word is known as a secret by the option before it.
    ...(targets === request.targets
      ? {}
      : {
          parts: partsOf(
            targets.map((target, index) => withAnalysis(target, analysed[index] as Partial<CommandTarget> | undefined)),
          ).parts,
        }),
    targets,
  }
}

function withAnalysis(target: Target, { [shellCommand]: command }: Partial<CommandTarget> = {}): Target {
  return target.kind === 'command' && command !== undefined ? { ...target, [shellCommand]: command } : target
}

/** The answers on offer for a call that the policy asks about. */
export function offersFor(
  call: Parameters<typeof grantProposal>[0],
  context: Pick<RunContext, 'principal' | 'grants'>,
): Offers {
  return offeredAnswers({ proposal: grantProposal(call, context), lasting: context.grants.lasting })
}

/** The digest of a call as things stand now: scripts are read again. */
export async function digestOfCall(call: TargetedCall, { machine }: RunContext): Promise<string> {
  const scripts: [path: string, hash: string | null][] = []
  for (const path of scriptsOf(call.targets)) scripts.push([path, (await machine.hashFile?.(path)) ?? null])
  return callDigest({
    tool: call.tool.name,
    input: call.input,
    targets: call.targets,
    workspace: machine.workspace,
    environment: environmentOf(call, machine),
    scripts: Object.fromEntries(scripts),
  })
}

/** Returns the sorted names of the variables that a call's programs receive; none if it runs no program. */
function environmentOf({ targets }: TargetedCall, { environmentNames = [] }: RunContext['machine']): readonly string[] {
  return targets.some(({ kind }) => kind === 'command') ? [...environmentNames].sort() : []
}

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
function describeRequest({
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
    ...(decision.flow === undefined ? {} : { flow: decision.flow }),
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
    asked: askingRules(decision),
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
