import { defineTool } from '@drawbridge/core'
import { field } from '@drawbridge/core/schema'

/** Creates a tool of a test that fetches a stranger's page, which says the given words. */
export function pageSaying(words: string) {
  return defineTool({
    name: 'demo.fetch_page',
    description: 'Fetches a page.',
    input: field.object({}),
    permission: 'readonly',
    tags: ['network'],
    execute: () => words,
  })
}

/** A tool of a test that sends an email to the recipient that its caller names. */
export const sendEmail = defineTool({
  name: 'demo.send_email',
  description: 'Sends an email.',
  input: field.object({ to: field.string() }),
  permission: 'write',
  sinks: [{ pointer: '/to', kind: 'recipient' }],
  execute: () => 'sent',
})
