import { type DrawbridgeEvent, isJsonObject } from '@drawbridge/core'

/**
 * The event on a line of a session's file; undefined where it is none. Looks at what lists, trees and replay read out of events, for
 * a file may have been written by anything.
 */
export function readEventLine(text: string): DrawbridgeEvent | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isEvent(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What a date can say. */
const latestTime = 8_640_000_000_000_000

function isEvent(value: unknown): value is DrawbridgeEvent {
  if (!isJsonObject(value)) return false
  const { type, session, run, sequence, time } = value
  return (
    [type, session, run].every(isText) &&
    isCount(sequence) &&
    Number.isSafeInteger(time) &&
    Math.abs(Number(time)) <= latestTime &&
    saysItsCall(value)
  )
}

function saysItsCall(event: Readonly<Record<string, unknown>>): boolean {
  const { type, toolCallId, tool, turn, principal, result } = event
  if (toolCallId !== undefined && !isText(toolCallId)) return false
  if (type === 'run.started') return isPrincipal(principal)
  if (type === 'tool.called')
    return isText(toolCallId) && (turn === undefined || (isJsonObject(turn) && isCount(turn.number)))
  if (type === 'tool.started' || type === 'tool.interrupted') return isText(toolCallId) && isText(tool)
  return ends.has(type) ? isText(toolCallId) && isText(tool) && isResult(result) : !('result' in event)
}

const ends: ReadonlySet<unknown> = new Set<DrawbridgeEvent['type']>([
  'tool.completed',
  'tool.failed',
  'tool.denied',
  'tool.cancelled',
])

function isPrincipal(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  const { agent, user, channel, parents } = value
  const areNames = [agent, user, channel].every((name) => name === undefined || isText(name))
  return areNames && Array.isArray(parents) && parents.every((parent) => isJsonObject(parent) && isText(parent.run))
}

function isResult(value: unknown): boolean {
  if (!isJsonObject(value) || !isJsonObject(value.meta) || !Array.isArray(value.content)) return false
  const { artifact } = value.meta
  return (artifact === undefined || isText(artifact)) && value.content.every(isBlock)
}

function isBlock(block: unknown): boolean {
  if (!isJsonObject(block)) return false
  return block.type !== 'artifact_ref' || (isText(block.id) && isText(block.mediaType) && isCount(block.bytes))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
