import type { ApprovalAnswer, EarlierAnswer } from '../approval/approval-request.ts'
import type { Target } from '../target/target.ts'
import type { SessionKey } from '../tool/session-state.ts'
import type { DecidedCall } from './call.ts'
import type { RunContext } from './run-context.ts'

/** Only for showing: no answer is ever taken from it. Beyond this many kinds of calls the oldest are forgotten. */
const maxKinds = 500

const remembered: SessionKey<Map<string, readonly EarlierAnswer[]>> = {
  name: 'earlier answers',
  create: () => new Map(),
}

/** Returns people's answers in this session to similar questions, the most frequent first. */
export function earlierAnswers(
  call: Pick<DecidedCall, 'tool' | 'targets'>,
  { session }: Pick<RunContext, 'session'>,
): readonly EarlierAnswer[] {
  return session.use(remembered).get(kindOf(call)) ?? []
}

/** Notes an answer for those who are asked about the like. */
export function noteAnswer(
  call: Pick<DecidedCall, 'tool' | 'targets'>,
  answer: ApprovalAnswer,
  { session, clock }: Pick<RunContext, 'session' | 'clock'>,
): void {
  const all = session.use(remembered)
  const kind = kindOf(call)
  const before = all.get(kind) ?? []
  const times = (before.find((each) => each.answer === answer)?.times ?? 0) + 1
  const others = before.filter((each) => each.answer !== answer)
  all.delete(kind)
  all.set(
    kind,
    [...others, { answer, times, lastAt: clock.now() }].sort((left, right) => right.times - left.times),
  )
  const oldest = all.size > maxKinds ? all.keys().next().value : undefined
  if (oldest !== undefined) all.delete(oldest)
}

/** Calls of a kind look alike to a person: the same tool, for the same programs, folders and hosts. */
function kindOf({ tool, targets }: Pick<DecidedCall, 'tool' | 'targets'>): string {
  return JSON.stringify([tool.name, ...new Set(targets.map(likeness))].sort())
}

function likeness(target: Target): string {
  switch (target.kind) {
    case 'path':
      return `${target.access} ${target.real.slice(0, target.real.lastIndexOf('/'))}`
    case 'command':
      return target.argv
        .slice(0, 2)
        .map(({ text }) => text)
        .join(' ')
    case 'host':
      return `${target.scheme}://${target.host}:${target.port}`
    case 'session':
    case 'agent':
    case 'server':
      return `${target.kind} ${target.id}`
    case 'dynamic':
      return target.of
  }
}
