import type { Label, LabelSource } from '../result/label.ts'
import type { PathTarget, Target } from '../target/target.ts'
import type { SessionKey, SessionState } from '../tool/session-state.ts'
import type { AuthorizedCall } from './call.ts'

/** Files whose content this session wrote itself: it is not untrusted. */
const writtenPaths: SessionKey<Set<string>> = { name: 'paths written by the session', create: () => new Set() }

/** To be called after a call that succeeded. */
export function noteWrittenPaths(targets: readonly Target[], session: SessionState): void {
  for (const target of targets) {
    if (target.kind === 'path' && target.access === 'write') session.use(writtenPaths).add(target.real)
  }
}

/** The label of what a call brings: untrusted as soon as anything in it may be a stranger's words. */
export function labelOutput(call: AuthorizedCall, session: SessionState): Label {
  return {
    sources: sourcesOf(call),
    trust:
      isForeign(call) || call.targets.some((target) => mayHoldForeignText(target, session)) ? 'untrusted' : 'trusted',
    readers: 'anyone',
  }
}

function sourcesOf({ tool, targets }: AuthorizedCall): readonly LabelSource[] {
  if (targets.length === 0) return [{ tool: tool.name }]
  return targets.map((target) => ({ tool: tool.name, target: describeTarget(target) }))
}

function isForeign({ tool }: AuthorizedCall): boolean {
  return tool.origin === 'mcp' || tool.tags.has('network')
}

function mayHoldForeignText(target: Target, session: SessionState): boolean {
  switch (target.kind) {
    case 'path':
      return isRead(target) && !session.use(writtenPaths).has(target.real)
    case 'command':
    case 'host':
    case 'dynamic':
    case 'server':
      return true
    case 'session':
    case 'agent':
      return false
  }
}

function isRead({ access }: PathTarget): boolean {
  return access === 'read' || access === 'list'
}

function describeTarget(target: Target): string {
  switch (target.kind) {
    case 'path':
      return target.real
    case 'command':
      return target.program.name
    case 'host':
      return `${target.scheme}://${target.host}:${target.port}`
    case 'dynamic':
      return `dynamic ${target.of}`
    default:
      return `${target.kind} ${target.id}`
  }
}
