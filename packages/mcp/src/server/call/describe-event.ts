import type { DrawbridgeEvent } from '@drawbridge/core'

/** What of an event goes into a client's log: that it happened, to which call, and how it ended. No arguments, no output, no message. */
export function describeEvent(event: DrawbridgeEvent): Readonly<Record<string, unknown>> {
  const { type, sequence, time } = event
  const about = { type, sequence, time, ...('toolCallId' in event ? { toolCallId: event.toolCallId } : {}) }
  switch (event.type) {
    case 'tool.started':
      return { ...about, tool: event.tool, permission: event.permission, risk: event.risk }
    case 'tool.progress':
    case 'tool.interrupted':
      return { ...about, tool: event.tool }
    case 'tool.completed':
    case 'tool.failed':
    case 'tool.denied':
    case 'tool.cancelled': {
      const { code, meta } = event.result
      return { ...about, tool: event.tool, durationMs: meta.durationMs, ...(code === undefined ? {} : { code }) }
    }
    case 'permission.requested':
      return { ...about, tool: event.request.tool }
    case 'permission.decided':
      return { ...about, approver: event.approver, answer: event.decision.answer }
    case 'permission.granted':
      return { ...about, tool: event.grant.tool }
    case 'hook.failed':
      return { ...about, hook: event.hook, event: event.event }
    case 'permission.failed':
      return { ...about, code: event.code }
    case 'hook.answered':
      return { ...about, hook: event.hook, event: event.event, answer: event.answer.verdict }
    case 'run.started':
    case 'run.aborted':
    case 'turn.aborted':
    case 'tool.called':
    case 'tool.resumed':
      return about
    default:
      return event satisfies never
  }
}
