import type { Principal } from '../base/principal.ts'
import type { Grants } from '../grant/create-grants.ts'
import { isGrantableQuestion } from '../grant/grant-decision.ts'
import type { Decision } from '../policy/decision.ts'
import type { Scrubber } from '../scrub/index.ts'
import { scrubTargets } from '../target/scrub-targets.ts'
import type { Target } from '../target/target.ts'
import { namingOf, readActWords } from './act-words.ts'
import type { FlowJournal } from './flow-journal.ts'
import { judgeAct } from './judge-act.ts'
import { judgeCommand } from './judge-command.ts'
import { beyondReaders, leavingSecrets } from './judge-readers.ts'
import { type Ledger, ledgerOf } from './ledger.ts'
import { findAddresses } from './normal-forms.ts'
import type { FlowFinding, FlowJudgement, FlowSettings, FlowVoucher } from './sink.ts'
import { type CallSinks, isTool, type JudgedCall, sinksOf } from './sinks-of-call.ts'
import { isSameValue, type SinkValue, vouch, type Witnesses } from './vouch.ts'
import { vouchAmount } from './vouch-amount.ts'

/** The verdict on a call with information flow in it, and the evidence. */
export interface FlowVerdict {
  readonly decision: Decision
  readonly judgement: FlowJudgement
}

/** The services of the run whose call is judged. */
export interface JudgeContext {
  readonly settings: FlowSettings
  readonly journal: FlowJournal
  readonly grants: Pick<Grants, 'vouchers'>
  readonly principal: Principal
  readonly scrubber: Pick<Scrubber, 'scrub' | 'scrubValue'>
}

/** Judges whose words decide a call, and what that makes of the policy's verdict. */
export async function judgeCall(call: JudgedCall, decision: Decision, context: JudgeContext): Promise<FlowVerdict> {
  const { journal, settings, grants, principal, scrubber } = context
  await journal.takeEarlier()
  const ledger = await ledgerOf(journal)
  // As the record has it, and as strangers' words entered: a replay judges the same.
  const clean = {
    ...call,
    input: scrubber.scrubValue(call.input).value,
    targets: scrubTargets(call.targets, scrubber),
  }
  const judgement = judgeFlow(clean, settings, {
    ledger,
    isTainted: journal.isTainted,
    grants: await grants.vouchers(principal),
  })
  return { judgement, decision: combine(call, decision, judgement) }
}

/** The evidence of a judgement. */
export interface FlowFacts {
  readonly ledger: Ledger
  /** True if a stranger's words entered the session. */
  readonly isTainted: boolean
  readonly grants: Witnesses['grants']
}

/** Judges one call by whose words decide it. Pure. */
export function judgeFlow(
  call: JudgedCall,
  settings: FlowSettings,
  { ledger, isTainted, grants }: FlowFacts,
): FlowJudgement {
  const { mode, constants = [], trustedTools = [] } = settings
  const act = readActWords(call.tool.name)
  const naming = namingOf(act, ledger.asked)
  const isTrustedTool = (tool: string) => trustedTools.some((pattern) => isTool(pattern, tool))
  const witnesses: Witnesses = { ledger, constants, grants, act, naming, isTrustedTool }
  const sinks = sinksOf(call, settings)
  const vouched: FlowVoucher[] = []
  const findings: FlowFinding[] = []
  const values = [...sinks.values, ...addressesIn(sinks, call, ledger)]
  for (const sink of values) {
    const { at, kind, value } = sink
    const target = call.targets.filter((each) => each.kind === 'command').find((each) => textOf(each) === value)
    const voucher =
      kind === 'amount'
        ? vouchAmount(sink, values, witnesses)
        : target !== undefined
          ? judgeCommand(target, witnesses)
          : vouch(sink, witnesses)
    if (voucher === undefined) findings.push(findingOn(sink, ledger))
    else vouched.push({ at, kind, value, ...voucher })
  }
  findings.push(...judgeAct(call, sinks, witnesses))
  findings.push(...leavingSecrets(sinks, ledger), ...beyondReaders(sinks, vouched, ledger, settings))
  if (mode === 'strict' && findings.length === 0 && isTainted)
    findings.push({
      check: 'strict',
      because: 'a stranger’s words entered this session, and then every write is asked',
    })
  if (!isTainted) return { mode, verdict: findings.length === 0 ? 'settled' : 'pass', findings: [], vouched }
  return { mode, verdict: findings.length === 0 ? 'settled' : 'ask', findings, vouched }
}

function textOf(target: Extract<Target, { kind: 'command' }>): string {
  return target.argv.map(({ text }) => text).join(' ')
}

/** Addresses, URLs and account numbers inside content decide where its reader goes. In the workspace only a stranger's do. */
function addressesIn(
  { contents, others, values }: CallSinks,
  { targets }: JudgedCall,
  ledger: Ledger,
): readonly SinkValue[] {
  const isLocal = targets.length > 0 && targets.every(({ kind }) => kind === 'path') && values.length === 0
  const known = (value: string) => values.some((sink) => isSameValue(sink.value, value))
  // The text that a local edit replaces goes nowhere.
  return [...contents, ...(isLocal ? [] : others)].flatMap(({ at, text }) => {
    const { emails, urls, accounts } = findAddresses(text)
    const found = [
      ...emails.map((value) => ({ at, kind: 'recipient' as const, value, nouns: [] })),
      ...urls.map((value) => ({ at, kind: 'destination' as const, value, nouns: [] })),
      ...accounts.map((value) => ({ at, kind: 'recipient' as const, value, nouns: [] })),
    ]
    return found.filter(
      ({ value }) => !known(value) && (!isLocal || ledger.isCut || ledger.originOf(value) !== undefined),
    )
  })
}

function findingOn({ at, kind, value }: SinkValue, ledger: Ledger): FlowFinding {
  const origin = ledger.originOf(value)
  const where = origin === undefined ? 'Nobody said it.' : `It comes from ${describeOrigin(origin)}.`
  return {
    check: kind === 'amount' ? 'amount' : 'integrity',
    at,
    kind,
    value,
    ...(origin === undefined ? {} : { origin }),
    because: `the ${kind} "${value}" is not from the user. ${where}`,
  }
}

function describeOrigin({ tool, target, pointer }: NonNullable<FlowFinding['origin']>): string {
  return [tool, target === undefined ? '' : ` (${target})`, pointer === undefined ? '' : ` at ${pointer}`].join('')
}

/** Joins a judgement with the policy's verdict, by the mode. */
function combine(call: JudgedCall, decision: Decision, judgement: FlowJudgement): Decision {
  const { mode, verdict } = judgement
  if (mode === 'off' || mode === 'watch' || decision.verdict === 'deny') return decision
  if (verdict === 'ask') return asked(decision, judgement)
  if (mode !== 'autonomous' || verdict !== 'settled' || !mayPass(call, decision)) return decision
  const because = 'The user’s own words decide all that it does.'
  const { contained: _, ...rest } = decision
  return {
    ...rest,
    verdict: 'allow',
    rule: 'flow.autonomous',
    source: 'built-in',
    reason: because,
    steps: [...decision.steps, { step: 'flow.autonomous', verdict: 'allow', because, source: 'built-in' }],
    flow: judgement,
  }
}

function asked(decision: Decision, judgement: FlowJudgement): Decision {
  const steps = judgement.findings.map(({ check, because }) => ({
    step: `flow.${check}`,
    verdict: 'ask' as const,
    because: sentence(because),
    source: 'built-in',
  }))
  const [first] = steps
  if (first === undefined) return decision
  const reason = [...new Set(steps.map(({ because }) => because))].join(' ')
  const all = [...decision.steps, ...steps]
  if (decision.verdict === 'ask')
    return { ...decision, reason: `${decision.reason} ${reason}`, steps: all, flow: judgement }
  const { contained: _, grant: __, ...rest } = decision
  return { ...rest, verdict: 'ask', rule: first.step, source: 'built-in', reason, steps: all, flow: judgement }
}

function sentence(words: string): string {
  const text = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
  return text.endsWith('.') ? text : `${text}.`
}

/** Only a built-in question about ordinary things is answered by the user's words. */
function mayPass({ targets, hookOpinions }: JudgedCall, decision: Decision): boolean {
  if (hookOpinions !== undefined || !isGrantableQuestion(decision)) return false
  return targets.every((target) => {
    switch (target.kind) {
      case 'path':
        return (
          !target.sensitive &&
          target.protected !== true &&
          !(target.recursive && target.access !== 'read' && target.access !== 'list')
        )
      case 'command':
        return !target.dynamic && target.gadgets.length === 0 && target.denyGroups.length === 0
      case 'dynamic':
        return false
      default:
        return true
    }
  })
}
