import type { ToolContext } from '@drawbridge/core'
import type { QuestionAnswer } from '@drawbridge/core/question'
import type { Client, ElicitResult } from '@modelcontextprotocol/client'
import { readForm } from './read-form.ts'

/** The most times that a person is asked for one server in one call. A long form takes several. */
const mostRounds = 5

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
    const form = readForm(server, params.message, params.requestedSchema)
    const count = (asked.get(context) ?? 0) + (typeof form === 'string' ? 1 : form.rounds.length)
    asked.set(context, count)
    const objection = count > mostRounds ? 'it asks too often in one call' : undefined
    if (typeof form === 'string' || objection !== undefined) {
      const why = objection ?? form
      context.progress({ message: `The question of the MCP server "${server}" was declined: ${why}.` })
      return { action: 'decline' }
    }
    const answers: QuestionAnswer[] = []
    for (const questions of form.rounds) {
      const result = await context.ask(questions)
      if (result.status === 'declined') return { action: 'decline' }
      if (result.status !== 'answered') return { action: 'cancel' }
      answers.push(...result.answers)
    }
    const content = form.valuesOf(answers)
    return content === undefined ? { action: 'cancel' } : { action: 'accept', content: { ...content } }
  })
}
