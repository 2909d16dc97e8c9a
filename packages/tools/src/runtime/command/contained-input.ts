import { field } from '@drawbridge/core/schema'

/** The parameter of tools that run commands: allows unapproved commands to run contained. */
export const containedInput = field
  .boolean()
  .default(true)
  .describe(
    'Commands that only read run at once in a sandbox in which they cannot write or use the network. Set to false to run it outside; a person is then asked.',
  )

/** Returns the option of a declared command, if it is set. */
export function wish(contained: boolean | undefined): { readonly contained?: false } {
  return contained === false ? { contained: false } : {}
}
