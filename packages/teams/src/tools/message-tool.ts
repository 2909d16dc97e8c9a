import { type ContentBlock, fail, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { TeamsSection } from '../section.ts'
import { readMessages, recipientsOf } from '../team/mailbox.ts'
import { teamOfCaller } from '../team/team-of-caller.ts'
import { type TeamsHouse, teamsService } from '../teams-service.ts'

const input = z.strictObject({
  action: z.enum(['send', 'broadcast', 'read']),
  team: z.string().min(1).max(40).optional().describe('The team. Needed only if you are in several.'),
  to: z.string().min(1).max(200).optional().describe('send: an agent of the team.'),
  text: z.string().trim().min(1).max(20_000).optional().describe('send, broadcast: the message.'),
})

/** `team.message`: the mail between the agents of a team. */
export function messageTool(house: TeamsHouse & Pick<House, 'limitsOf'>, section: TeamsSection | undefined): ToolBody {
  return defineToolBody({
    input,
    check: ({ action, to, text }) => {
      if (action !== 'read' && text === undefined) return `The action "${action}" needs "text".`
      return action === 'send' && to === undefined ? 'The action "send" needs "to": an agent of the team.' : undefined
    },
    execute: async ({ action, team: named, to, text = '' }, { principal }) => {
      const service = teamsService(house, section)
      const { database, team, actor } = await teamOfCaller(house, principal, named)
      if (action === 'read') {
        const { messages, left } = await readMessages({ database, clock: service.clock }, team, actor)
        const lines = messages.map((message) => `From ${message.from}: ${message.text}`)
        const more = left === 0 ? [] : [`${left} more are unread: read again.`]
        const content =
          lines.length === 0 ? 'No unread messages.' : [mailText([...lines, ...more].join('\n\n'), team.id)]
        return toolOutput({ content, data: { messages, count: messages.length, left } })
      }
      const recipients = recipientsOf(team, actor, action === 'broadcast' ? undefined : to)
      if ('refused' in recipients) return fail('validation_error', recipients.refused)
      await service.send(database, team, { sender: actor, to: recipients.names, text })
      return toolOutput({ content: `Sent to ${recipients.names.join(', ')}.`, data: { to: recipients.names } })
    },
  })
}

/** Other agents write messages, and repeat text that they read elsewhere. */
function mailText(text: string, target: string): ContentBlock {
  return {
    type: 'text',
    text,
    label: { sources: [{ tool: 'team.message', target }], trust: 'untrusted', readers: 'anyone' },
  }
}
