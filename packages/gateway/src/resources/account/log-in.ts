import type { User } from '@drawbridge/access'
import { refuse } from '../../problem/problem.ts'
import type { Gateway } from '../../server/gateway.ts'
import { networkOf } from '../../server/peer-address.ts'

/** The proof of an identity. */
export type Credentials =
  | { readonly code: string }
  | { readonly token: string }
  | { readonly user: string; readonly password: string }

const loopback = /^(127\.|::1$)/

/**
 * Returns the user whom credentials let in. Whatever is wrong with them, the answer has the same words and takes the same work. Too many failures
 * of an address or an account must wait, on all nodes together; on this machine an account is never locked from outside.
 */
export async function userOfCredentials(
  credentials: Credentials,
  { gateway, address }: { readonly gateway: Gateway; readonly address: string },
): Promise<User> {
  const { access, metrics } = gateway
  const account = 'user' in credentials && !loopback.test(address) ? [`account ${credentials.user}`] : []
  const attempt = await access.attempts.begin([`address ${networkOf(address)}`, ...account])
  if (!attempt.allowed) {
    metrics.authFailure('blocked')
    return refuse('too_many', { detail: 'Too many failures. Wait.', retryAfterMs: attempt.waitMs })
  }
  const user = await find(credentials, gateway)
  if (user === undefined) {
    metrics.authFailure('login')
    return refuse('wrong_credentials', 'The code, token or password does not let you in.')
  }
  await attempt.succeed()
  return user
}

async function find(credentials: Credentials, { access }: Gateway): Promise<User | undefined> {
  const { users, codes } = access
  if ('code' in credentials) {
    const code = await codes.useLogin(credentials.code)
    const user = code && (await users.find(code.userId))
    return user?.disabledAt === undefined ? user : undefined
  }
  if ('token' in credentials) return users.ofToken(credentials.token)
  return users.ofPassword(credentials.user, credentials.password)
}
