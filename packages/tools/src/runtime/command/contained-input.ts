import { field } from '@drawbridge/core/schema'

/** The parameter of tools that run commands: allows unapproved commands to run contained. */
export const containedInput = field
  .boolean()
  .default(true)
  .describe(
    'Commands that only read run at once, contained: they cannot write or use the network. false: runs it without, which is asked about.',
  )

/** Returns the option of a declared command, if it is set. */
export function wish(contained: boolean | undefined): { readonly contained?: false } {
  return contained === false ? { contained: false } : {}
}
