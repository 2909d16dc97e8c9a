import { escapeToOneLine } from '@drawbridge/core/base'
import type { TaskEvent } from '@drawbridge/teams/supervisor'

/** Tells a change of a board in plain words. The task has its number alone: `#2`. */
export function tellTaskEvent({ task, type, actor, data }: Omit<TaskEvent, 'user' | 'at'>): string {
  const number = `#${task.slice(task.lastIndexOf('-') + 1)}`
  const by = actor === 'system' ? 'the supervisor' : actor
  return escapeToOneLine(`${number} ${wordsOf(type, by, data)}`)
}

function wordsOf(type: TaskEvent['type'], by: string, data: TaskEvent['data']): string {
  switch (type) {
    case 'created':
      return `is on the board: ${by} created it`
    case 'dispatched':
      return 'was given to its owner, who works on it now'
    case 'progress':
      return `is at ${String(data.progress_percent)} %, says ${by}`
    case 'failed':
      return `cannot go on, says ${by}: ${String(data.comment_text ?? data.reason ?? '')}. The lead learns of it at once`
    case 'retried':
      return `goes back to its owner: ${by} retries it`
    case 'asked':
      return `needs the user: ${by} asks`
    case 'answered':
      return 'has the answer of the user'
    case 'reviewed':
      return `waits for a review: ${by} handed it in`
    case 'rejected':
      return `was rejected by ${by}, and its owner does it again`
    case 'approved':
      return `was approved by ${by}: it is completed`
    case 'completed':
      return `is completed: ${by} handed in the result`
    default:
      return `${type} by ${by}`
  }
}

/** Tells a call of an agent: the tool, its action, and what else it was given. */
export function tellCall({ name, input }: { readonly name: string; readonly input: object }): string {
  return escapeToOneLine(`calls ${name.replace('__', '.')} ${JSON.stringify(input)}`)
}
