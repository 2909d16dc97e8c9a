import type { ToolContext } from '@drawbridge/core'
import type { Client, ElicitResult } from '@modelcontextprotocol/client'
import { readForm } from './read-form.ts'

/** The most questions that one server may ask in one call. */
const mostQuestions = 5

/**
 * Lets a server ask the person behind the call that it is carrying out. Its questions go to the person as that server's own words; they
 * approve nothing. A server that carries out calls of several callers at once, or that asks again and again, is declined.
 * @param running The calls that the connection is carrying out.
 */
export function answerElicitations(client: Client, server: string, running: ReadonlySet<ToolContext>): void {
  const asked = new WeakMap<ToolContext, number>()
  client.setRequestHandler('elicitation/create', async ({ params }): Promise<ElicitResult> => {
    const [context, ...others] = running
    if (context === undefined || others.length > 0 || params.mode === 'url') return { action: 'decline' }
    const count = (asked.get(context) ?? 0) + 1
    asked.set(context, count)
    if (count > mostQuestions) return { action: 'decline' }
    const form = readForm(server, params.message, params.requestedSchema)
    if (typeof form === 'string') {
      context.progress({ message: `The question of the MCP server "${server}" was declined: ${form}.` })
      return { action: 'decline' }
    }
    const result = await context.ask(form.questions)
    switch (result.status) {
      case 'answered': {
        const content = form.valuesOf(result.answers)
        return content === undefined ? { action: 'cancel' } : { action: 'accept', content: { ...content } }
      }
      case 'declined':
        return { action: 'decline' }
      case 'timed_out':
      case 'aborted':
      case 'unavailable':
        return { action: 'cancel' }
      default:
        return result satisfies never
    }
  })
}
