import type { AnswerSender } from '@drawbridge/core/approval'
import { operatorOf } from '@drawbridge/sandbox/operator'
import { type AuthorityStore, openAuthorityStore } from '@drawbridge/sdk/authority'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { Io } from '../io/io.ts'
import type { ApprovalFlags } from './approval-flags.ts'

type Surroundings = Pick<Io, 'environment'>

/** Opens the authority store of the home; undefined if it has none. */
export function findAuthority(flags: ApprovalFlags, io: Surroundings): Promise<AuthorityStore | undefined> {
  return openAuthorityStore(placeOf(flags, io))
}

/** Opens the same store, and creates it if it is missing, for commands that wait for new entries. */
export async function needAuthority(flags: ApprovalFlags, io: Surroundings): Promise<AuthorityStore> {
  const store = await openAuthorityStore({ ...placeOf(flags, io), create: true })
  if (store === undefined) throw new TypeError('The database was not created.')
  return store
}

/** Returns the person at this command line, as the record names them. */
export function operator({ environment }: Surroundings): AnswerSender {
  return operatorOf(environment)
}

function placeOf({ home, config }: ApprovalFlags, { environment }: Surroundings) {
  return {
    home: resolveHome({ flag: home, env: environment }),
    environment,
    ...(config === undefined ? {} : { config }),
  }
}
