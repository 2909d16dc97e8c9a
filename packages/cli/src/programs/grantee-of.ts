import type { ProgramGrantee } from '@drawbridge/sdk/secrets'
import { UsageError } from '../command-line/usage-error.ts'

/** To whom a program is granted, or from whom it is taken. */
export interface GranteeFlags {
  readonly agent?: string
  readonly user?: string
  readonly everyone?: boolean
}

/** Everyone has to be meant: it is not what a forgotten option comes to. */
export function granteeOf({ agent, user, everyone = false }: GranteeFlags): ProgramGrantee {
  if ([agent, user].includes('')) throw new UsageError('An agent or user needs a name. For all of them: --everyone')
  const isNamed = agent !== undefined || user !== undefined
  if (isNamed === everyone) {
    throw new UsageError(
      'Name the grantee: --agent ID, --user ID, both (that agent, if it works for that user), or --everyone.',
    )
  }
  return { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) }
}
