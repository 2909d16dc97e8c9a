import { defineTool } from '@drawbridge/core'
import { z } from 'zod'

/** A tool `demo.note` that writes a note, and the notes that it wrote. */
export function noteTool() {
  const written: string[] = []
  const tool = defineTool({
    name: 'demo.note',
    description: 'Writes a note.',
    input: z.strictObject({ text: z.string().default('nothing') }),
    permission: 'write',
    execute: ({ text }) => {
      written.push(text)
      return `noted ${text}`
    },
  })
  return { tool, written }
}
